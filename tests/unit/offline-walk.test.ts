import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { ExamDetail, QuestionAnswer } from '#contract/wire.ts';
import { withBundles, withoutBundles } from '#support/bundles.ts';
import { SITE } from '#support/memory-caches.ts';
import { createWorld } from '#support/offline-world.ts';
import { svgBytes } from '#support/test-images.ts';

/** `npm run bench walk` walks for so many minutes, from a new seed each time. */
const MINUTES = Number(process.env.WALK_MINUTES ?? 0);
const WALKS = 20;
const key = { apiUrl: SITE, providerId: 'aws', examId: 'walked' };

/** Each edition of the exam changes some texts, or the list. */
const idsOf = (edition: number) => {
  const ids = ['q1', 'q2', 'q3', 'q4'];
  if (edition % 3 === 1) ids.push(`q${edition + 10}`);
  return edition % 4 === 3 ? ids.slice(1) : ids;
};
const textOf = (id: string, edition: number) => {
  const changes = Math.floor((edition + Number(id.slice(1))) / 3);
  return `What is ${id} in ${changes}?`;
};

type Mood = 'well' | 'silent' | 'gone' | 'busy' | 'portal' | 'missing' | 'broken';

const createServer = (hasBundles: boolean) => {
  const state = { edition: 0, mood: 'well' as Mood };
  const json = (body: unknown, request: Request) => {
    const text = JSON.stringify(body);
    const etag = `"${createHash('sha256').update(text).digest('hex')}"`;
    return request.headers.get('if-none-match') === etag
      ? new Response(null, { status: 304, headers: { etag } })
      : new Response(text, { headers: { 'content-type': 'application/json', etag } });
  };
  const answer = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const ids = idsOf(state.edition);
    if (pathname === '/api/questions') {
      const detail: ExamDetail = { id: 'walked', name: 'walked', questionIds: ids };
      return json(detail, request);
    }
    if (pathname.startsWith('/images/')) {
      return new Response(svgBytes('walked'), { headers: { 'content-type': 'image/svg+xml' } });
    }
    const id = searchParams.get('questionId') ?? '';
    if (!ids.includes(id)) return new Response('{}', { status: 404 });
    const question = {
      question: textOf(id, state.edition),
      questionParts: [],
      options: ['a', 'b'],
      answers: ['a'],
    };
    const whole: QuestionAnswer = {
      question,
      images: id === 'q2' ? [`aws/walked/${id}/img-1.svg`] : [],
    };
    return json(whole, request);
  };
  const handle = (hasBundles ? withBundles : withoutBundles)(answer);
  const respond = async (request: Request): Promise<Response> => {
    await new Promise<void>((done) => {
      setTimeout(done, 30);
    });
    const isQuestion = new URL(request.url).searchParams.get('questionId') === 'q3';
    switch (state.mood) {
      case 'silent':
        return new Promise(() => undefined);
      case 'gone':
        throw new TypeError('Failed to fetch');
      case 'busy':
        return new Response('busy', { status: 503, headers: { 'retry-after': '2' } });
      case 'portal':
        return new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } });
      case 'missing':
        return isQuestion ? new Response('{}', { status: 404 }) : handle(request);
      case 'broken': {
        const text = await (await handle(request)).text();
        const headers = { 'content-type': 'application/json' };
        return new Response(text.slice(0, text.length / 2), { headers });
      }
      default:
        return handle(request);
    }
  };
  return { state, respond };
};

const load = async () => ({
  ...(await import('#offline/download/background-sync.ts')),
  ...(await import('#offline/download/exam-sync.ts')),
  ...(await import('#offline/session/exam-opening.ts')),
  ...(await import('#offline/library/exam-status.ts')),
  ...(await import('#api/calls.ts')),
});

type World = ReturnType<typeof createWorld>;

const launch = async (world: World, name: string) => {
  const tab = await world.openTab(name, load);
  const { modules, run } = tab;
  let leave: AbortController | undefined;
  let session: import('#offline/session/exam-session.ts').ExamSession | undefined;
  /** How often the browser has evicted something, and up to which time this tab has inspected it. */
  let evictions = 0;
  let seen = 0;
  const failures: unknown[] = [];
  const start = <T>(work: () => Promise<T>) => {
    run(work).catch((error) => failures.push(error));
  };
  /** When each wait of the screen that has not ended began. */
  const waits = new Set<number>();
  const timed = async <T>(work: () => Promise<T>) => {
    const since = Date.now();
    waits.add(since);
    try {
      return await work();
    } finally {
      waits.delete(since);
    }
  };

  const look = () => {
    const before = evictions;
    start(async () => {
      modules.forgetCaches();
      await modules.syncAllExams(SITE);
      seen = Math.max(seen, before);
    });
  };
  run(() => modules.followOtherTabs());
  look();

  return {
    kill: tab.kill,
    failures,
    look,
    evicted: () => {
      evictions += 1;
    },
    enter: () => {
      leave?.abort();
      const controller = new AbortController();
      leave = controller;
      session = undefined;
      start(async () => {
        const api = modules.createApi(SITE, (address, init) => fetch(address, init));
        const opened = await timed(() => modules.openExam(api, key, controller.signal));
        if (opened.ok && !controller.signal.aborted) session = opened.value;
      });
    },
    see: (place: number) => {
      const id = session?.detail.questionIds[place % session.detail.questionIds.length];
      if (!id) return;
      const reading = session;
      start(() => timed(async () => reading?.loadQuestion(id, new AbortController().signal)));
    },
    leave: () => leave?.abort(),
    save: () => start(() => modules.syncExam(key)),
    retry: () => start(() => modules.syncExam(key, { isRetry: true })),
    pause: () => start(() => modules.pauseExam(key)),
    remove: () => start(() => modules.removeExam(key)),
    status: () => run(() => modules.readStatus(key)),
    promises: () => seen === evictions && run(() => modules.readStatus(key)).kind === 'available',
    longestWait: () => Math.max(0, ...[...waits].map((since) => Date.now() - since)),
    readAll: async () => {
      const ids = session?.detail.questionIds ?? [];
      const reading = session;
      const answers = ids.map((id) =>
        run(async () => reading?.loadQuestion(id, new AbortController().signal)),
      );
      return Promise.all(answers);
    },
    ids: () => session?.detail.questionIds,
  };
};

type LaunchedTab = Awaited<ReturnType<typeof launch>>;
type Step =
  | { kind: 'tab'; tab: 0 | 1; act: Exclude<keyof LaunchedTab, 'failures' | 'see'> & Act }
  | { kind: 'see'; tab: 0 | 1; place: number }
  | { kind: 'kill'; tab: 0 | 1 }
  | { kind: 'publish' }
  | { kind: 'mood'; mood: Mood }
  | { kind: 'online'; isOnline: boolean }
  | { kind: 'evict'; share: number }
  | { kind: 'pass'; time: number };
type Act = 'enter' | 'leave' | 'save' | 'retry' | 'pause' | 'remove' | 'look';

const anyTab = fc.constantFrom<0 | 1>(0, 1);
const acts: Act[] = ['leave', 'save', 'retry', 'pause', 'remove', 'look'];
const entering: Act[] = ['enter', 'enter', 'enter'];
const moods: Mood[] = ['well', 'well', 'silent', 'gone', 'busy', 'portal', 'missing', 'broken'];
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('tab'),
      tab: anyTab,
      act: fc.constantFrom(...entering, ...acts),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('see'), tab: anyTab, place: fc.nat({ max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill'), tab: anyTab }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'publish' }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('mood'), mood: fc.constantFrom(...moods) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('online'), isOnline: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('evict'), share: fc.nat({ max: 99 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pass'),
      time: fc.constantFrom(0, 20, 45, 100, 400, 3000, 30_000),
    }),
  },
) as fc.Arbitrary<Step>;

/** What is really in the caches, generation by generation. */
const readCaches = async ({ caches }: World) => {
  const names = (await caches.keys()).filter((name) => name.startsWith('certdeck/exam/'));
  return Promise.all(
    names.map(async (name) => {
      const cache = await caches.open(name);
      const manifest = await (await cache.match('/certdeck-manifest'))?.json();
      const ids: string[] = manifest?.detail.questionIds ?? [];
      const texts = await Promise.all(
        ids.map(async (id) => {
          const address = `${SITE}/api/question?provider=aws&examName=walked&questionId=${id}`;
          const stored = (await (await cache.match(address))?.json()) as QuestionAnswer | undefined;
          const [picture] = stored?.images ?? [];
          const hasPicture = !picture || (await cache.match(`${SITE}/images/${picture}`));
          return hasPicture ? stored?.question.question : undefined;
        }),
      );
      return { ids, texts, isWhole: ids.length > 0 && texts.every((text) => text !== undefined) };
    }),
  );
};

/** The longest that the screen may wait for anything. In milliseconds. */
const LONGEST = 22_000;

const walk = async (steps: Step[], hasBundles: boolean) => {
  const server = createServer(hasBundles);
  const world = createWorld(server.respond);
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', onUnhandled);
  onTestFinished(() => {
    process.off('unhandledRejection', onUnhandled);
  });
  const tabs = [await launch(world, 'a'), await launch(world, 'b')];
  const tabOf = (place: number) => tabs[place] as LaunchedTab;
  await world.pass(0);

  const take = async (step: Step) => {
    if (step.kind === 'tab') tabOf(step.tab)[step.act]();
    if (step.kind === 'see') tabOf(step.tab).see(step.place);
    if (step.kind === 'kill') {
      tabOf(step.tab).kill();
      tabs[step.tab] = await launch(world, `${step.tab} again`);
    }
    if (step.kind === 'publish') server.state.edition += 1;
    if (step.kind === 'mood') server.state.mood = step.mood;
    if (step.kind === 'online') {
      world.setOnline(step.isOnline);
      if (step.isOnline) for (const tab of tabs) tab.look();
    }
    if (step.kind === 'evict') {
      const names = (await world.caches.keys()).filter((name) => name.startsWith('certdeck/exam/'));
      const name = names[step.share % Math.max(1, names.length)];
      if (name) {
        const cache = await world.caches.open(name);
        const keys = await cache.keys();
        const request = keys[step.share % Math.max(1, keys.length)];
        if (step.share < 10) await world.caches.delete(name);
        else if (request) await cache.delete(request);
      }
      for (const tab of tabs) tab.evicted();
    }
    await world.pass(step.kind === 'pass' ? step.time : 0);
  };

  const check = async () => {
    for (const tab of tabs) {
      if (tab.promises()) {
        const saved = await readCaches(world);
        expect(
          saved.some(({ isWhole }) => isWhole),
          JSON.stringify([saved, tab.status()]),
        ).toBe(true);
      }
      expect(tab.longestWait()).toBeLessThan(LONGEST);
      expect(tab.failures).toEqual([]);
    }
    expect(unhandled).toEqual([]);
  };

  for (const step of steps) {
    await take(step);
    await check();
  }

  // Whatever happened: once all is well, an exam that is started is saved in its latest edition.
  server.state.mood = 'well';
  world.setOnline(true);
  for (const tab of tabs) tab.kill();
  const last = await launch(world, 'last');
  await world.pass(3000);
  last.enter();
  await world.pass(90_000);
  last.retry();
  await world.pass(90_000);
  last.enter();
  await world.pass(90_000);
  last.leave();
  await world.pass(1000);
  expect(last.status()).toMatchObject({ kind: 'available' });
  world.setOnline(false);
  last.enter();
  await world.pass(1000);
  expect(last.ids()).toEqual(idsOf(server.state.edition));
  const read = last.readAll();
  await world.pass(1000);
  const texts = (await read).map((answer) => (answer?.ok ? answer.value.question.question : ''));
  expect(texts).toEqual(idsOf(server.state.edition).map((id) => textOf(id, server.state.edition)));
  expect(await readCaches(world)).toHaveLength(1);
  last.kill();
};

it.each([
  ['single requests', false],
  ['bundles', true],
])(
  'the engine keeps its promises on a random walk with %s',
  async (_, hasBundles) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 30, size: 'max' }), (steps) =>
        walk(steps, hasBundles),
      ),
      MINUTES > 0
        ? { interruptAfterTimeLimit: MINUTES * 30_000, numRuns: 1_000_000, endOnFailure: false }
        : { seed: 20_261_121, numRuns: WALKS, interruptAfterTimeLimit: 50_000 },
    );
  },
  MINUTES > 0 ? MINUTES * 60_000 : 120_000,
);
