import { expect, it } from 'vitest';
import { saveLock } from '#contract/caches.ts';
import type { ExamStatus } from '#offline/library/exam-status.ts';
import { withoutBundles } from '#support/bundles.ts';
import { createWorld } from '#support/offline-world.ts';
import { detailOf, examKey } from '#support/saved-exam.ts';
import { jsonQuestion } from '#support/stubbed-page.ts';

const load = async () => ({
  ...(await import('#api/prefetched-exam.ts')),
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
        if (kind === end) saving.modules.broadcast({ kind: 'status', key: examKey, status: late });
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

it.each([
  ['locked', false],
  ['found locked by the inline script', true],
])(
  'a download that another tab takes over ends, and tells nothing more: %s',
  async (_, isAhead) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked: string[] = [];
    const answer = withoutBundles(({ url }) =>
      url.includes('/api/questions')
        ? Response.json(detailOf(['q1', 'q2']))
        : jsonQuestion('What?'),
    );
    const world = createWorld(async (request) => {
      asked.push(request.url);
      if (request.url.includes('/api/question?')) await held;
      return answer(request);
    });
    const [frozen, other] = [await world.openTab('a', load), await world.openTab('b', load)];
    if (isAhead) {
      await frozen.run(() => frozen.modules.prefetchExam(examKey, true));
      expect(globalThis.heldExam).toBeDefined();
    }
    frozen.run(() => frozen.modules.syncExam(examKey));
    await world.pass(1000);
    expect(other.run(() => other.modules.readStatus(examKey))).toMatchObject({ kind: 'saving' });

    other.run(() => navigator.locks.request(saveLock(examKey), { steal: true }, async () => null));
    await world.pass(100);
    const told: unknown[] = [];
    other.run(() => other.modules.subscribeToLibrary((message) => told.push(message.kind)));
    const before = asked.length;
    release();
    await world.pass(3000);
    expect(told).toEqual([]);
    expect(asked).toHaveLength(before);
  },
);

it('a device that is full for one tab is full for the others', async () => {
  const answer = withoutBundles(({ url }) =>
    url.includes('/api/questions') ? Response.json(detailOf(['q1'])) : jsonQuestion('What?'),
  );
  const world = createWorld(
    async (request) => answer(request),
    () => false,
  );
  const [saving, other] = [await world.openTab('a', load), await world.openTab('b', load)];
  other.run(() => other.modules.subscribeToLibrary(() => {}));
  saving.run(() => saving.modules.syncExam(examKey));
  await world.pass(3000);
  for (const { modules, run } of [saving, other]) {
    expect(run(() => modules.readStatus(examKey))).toMatchObject({ reason: 'full' });
  }
});
