import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { syncExam, updateStatus } from '#offline/download/exam-sync.ts';
import { type ExamDocument, emptyDocument } from '#offline/library/exam-document.ts';
import { putDocument } from '#offline/library/exam-library.ts';
import { readStatus, willNotFit } from '#offline/library/exam-status.ts';
import { forgetShell } from '#offline/page/service-worker.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { detailOf, examKey } from '#support/saved-exam.ts';
import { answerOf, type Network, stubPage, unreachable } from '#support/stubbed-page.ts';

const answer = answerOf('Which one?');
const bytes = JSON.stringify(answer).length;
/** An exam of three questions, of which these are saved. */
const documentOf = (ids: string[], changes: Partial<ExamDocument> = {}): ExamDocument => ({
  ...emptyDocument(detailOf(['q1', 'q2', 'q3'])),
  questions: new Map(ids.map((id) => [id, { answer }])),
  checkedAt: 7,
  ...changes,
});
const whole = documentOf(['q1', 'q2', 'q3']);
const part = documentOf(['q1']);

/** A browser whose worker has the app itself, or not; undefined for one that can have none. */
const openPage = (isShellCached: boolean | undefined, ...page: Parameters<typeof stubPage>) => {
  stubPage(...page);
  forgetShell();
  const postMessage = (_: unknown, [port]: MessagePort[]) => {
    port?.postMessage({ isShellCached });
    port?.close();
  };
  const serviceWorker = { getRegistration: async () => ({ active: { postMessage } }) };
  if (isShellCached !== undefined) vi.stubGlobal('navigator', { ...navigator, serviceWorker });
};

describe('the status of an exam', () => {
  const noWorker = { kind: 'impossible', reason: 'no-worker' };
  const partly = (reason: string, done = 1) => ({
    ...{ kind: 'partial', reason, done, total: 3, bytes: bytes * done },
  });
  const available = { kind: 'available', done: 3, total: 3, bytes: bytes * 3, checkedAt: 7 };
  const lacking = (...ids: string[]) => ({ ...part, unavailable: new Set(ids) });
  const empty = { ...part, detail: detailOf([]), questions: new Map() };

  it.each<[string, ExamDocument, boolean | undefined, object]>([
    ['all of it is saved', whole, true, available],
    ['the app is not saved', whole, false, partly('shell', 3)],
    ['there can be no worker', whole, undefined, noWorker],
    ['it was paused', documentOf(['q1'], { isPaused: true }), true, partly('paused')],
    ['it was interrupted', part, true, partly('interrupted')],
    ['the server lacks the rest', lacking('q2', 'q3'), true, partly('unavailable')],
    ['the server lacks some of it', lacking('q2'), true, partly('interrupted')],
    ['it has no questions', empty, true, { ...partly('interrupted', 0), total: 0 }],
  ])('says so if %s', async (_, document, isShellCached, expected) => {
    openPage(isShellCached);
    await putDocument(examKey, document);
    await updateStatus(examKey);
    expect(readStatus(examKey)).toEqual(expected);
  });

  const bad: Network = async (address) => {
    if (address.includes('/api/exam?')) return new Response('', { status: 404 });
    return Response.json(address.includes('/api/questions?') ? part.detail : { question: 1 });
  };
  const good: Network = async (address) =>
    address.includes('/api/question?') ? Response.json(answer) : bad(address, {});
  it.each<[string, Network, boolean, object]>([
    ['answers were bad', bad, true, partly('faulty')],
    ['there is no room', good, false, partly('full')],
    ['the network was gone', unreachable, true, partly('interrupted')],
  ])('says after a download if %s', async (_, network, hasRoom, expected) => {
    fakeTheClock();
    let isFull = false;
    openPage(true, network, { mayPut: () => !isFull });
    await putDocument(examKey, part);
    isFull = !hasRoom;
    await Promise.all([syncExam(examKey), vi.advanceTimersByTimeAsync(300_000)]);
    expect(readStatus(examKey)).toEqual(expected);
  });
});

describe('the warning that an exam won’t fit', () => {
  const tenOf100 = { done: 10, total: 100, bytes: 10_000 };

  it('estimates the rest from what is saved', () => {
    expect(willNotFit(tenOf100, 89_999)).toBe(true);
    expect(willNotFit(tenOf100, 90_000)).toBe(false);
  });

  it('is never given for a whole exam, nor for more room if not for less', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2000 }), fc.nat(), fc.nat(), fc.nat(), (total, bytes, a, b) => {
        expect(willNotFit({ done: total, total, bytes }, 0)).toBe(false);
        const half = { done: Math.floor(total / 2), total, bytes };
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        if (willNotFit(half, more)) expect(willNotFit(half, less)).toBe(true);
      }),
    );
  });
});
