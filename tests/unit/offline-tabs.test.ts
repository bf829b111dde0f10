import { expect, it } from 'vitest';
import type { ExamStatus } from '#offline/library/exam-status.ts';
import { createWorld } from '#support/offline-world.ts';
import { examKey } from '#support/saved-exam.ts';

const load = async () => ({
  // Loaded ahead, because the clock of the world does not wait for a file.
  ...(await import('workbox-window')),
  ...(await import('#offline/download/exam-sync.ts')),
  ...(await import('#offline/library/exam-library.ts')),
  ...(await import('#offline/library/exam-status.ts')),
});

it.each(['removed', 'paused'] as const)(
  'what a download told at the moment another tab %s it does not stay on screen',
  async (end) => {
    const world = createWorld(() => new Promise(() => undefined));
    const [saving, other] = [await world.openTab('a', load), await world.openTab('b', load)];
    for (const { modules, run } of [saving, other]) run(() => modules.followLibrary());
    const late: ExamStatus = { kind: 'saving', done: 6, total: 12, bytes: 1, mayNotFit: false };
    saving.run(() =>
      saving.modules.subscribeToLibrary(({ kind }) => {
        if (kind === end) saving.modules.tellStatus(examKey, late);
      }),
    );
    saving.run(() => saving.modules.syncExam(examKey));
    await world.pass(100);
    const { removeExam, pauseExam } = other.modules;
    other.run(() => (end === 'removed' ? removeExam(examKey) : pauseExam(examKey)));
    await world.pass(3000);
    for (const { modules, run } of [saving, other]) {
      expect(run(() => modules.readStatus(examKey))).toEqual({ kind: 'absent' });
    }
  },
);
