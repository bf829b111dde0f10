import { expect, it } from 'vitest';
import type { ExamStatus, PartialReason } from '#offline/library/exam-status.ts';
import { statusText } from '#screens/saved-exam/status-text.ts';

const amount = { done: 3, total: 10, bytes: 74_000 };
const partial = (reason: PartialReason, done = 3): ExamStatus => ({
  kind: 'partial',
  reason,
  ...amount,
  done,
});

it.each<[string, ExamStatus]>([
  ['', { kind: 'unknown' }],
  ['Not saved yet', { kind: 'absent' }],
  ['Saving…', { kind: 'saving', mayNotFit: false, done: 0, total: 0, bytes: 0 }],
  ['Saving 0 of 10 questions', { kind: 'saving', mayNotFit: false, done: 0, total: 10, bytes: 0 }],
  ['Saving 3 of 10 questions · 74 kB', { kind: 'saving', mayNotFit: false, ...amount }],
  [
    'Saving 3 of 10 questions · 74 kB · may not fit on this device',
    { kind: 'saving', mayNotFit: true, ...amount },
  ],
  ['Available offline · 74 kB', { kind: 'available', checkedAt: 0, ...amount }],
  ['Partly saved: 3 of 10, the download was stopped.', partial('paused')],
  ['Partly saved: 3 of 10, resumes when you’re online.', partial('interrupted')],
  ['Partly saved: 7 questions unavailable.', partial('unavailable')],
  ['Partly saved: 1 question unavailable.', partial('unavailable', 9)],
  ['Partly saved: 3 of 10, 7 could not be read from the server.', partial('faulty')],
  [
    'Partly saved: 3 of 10, this device has no room left. Remove another exam, then retry.',
    partial('full'),
  ],
  ['Partly saved: still saving the app.', partial('shell', 10)],
  [
    'Partly saved: this device has no room left. Remove another exam, then retry.',
    { kind: 'partial', reason: 'full', done: 0, total: 0, bytes: 0 },
  ],
  [
    'Can’t be saved: this browser allows no storage here. Practice online.',
    { kind: 'impossible', reason: 'no-cache' },
  ],
  [
    'Can’t be saved: this browser can’t keep the app itself. Practice online.',
    { kind: 'impossible', reason: 'no-worker' },
  ],
])('what a learner reads about an exam %s', (words, status) => {
  expect(statusText(status)).toBe(words);
});
