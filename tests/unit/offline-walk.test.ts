import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { ExamDetail } from '#contract/wire.ts';
import type { SavedQuestion } from '#offline/library/exam-document.ts';
import { withBundles, withoutBundles } from '#support/bundles.ts';
import { SITE } from '#support/memory-caches.ts';
import { createWorld } from '#support/offline-world.ts';
import { answerOf, portalPage, svgAnswer, unreachable } from '#support/stubbed-page.ts';

/** `npm run bench walk` walks for so many minutes, from a new seed each time. */
const MINUTES = Number(process.env.WALK_MINUTES ?? 0);
const WALKS = 12;
/** The longest that the screen may wait. In milliseconds. */
const LONGEST = 22_000;
const always = new AbortController().signal;
const pick = <T>(list: readonly T[], place: number) => list[place % list.length] as T;
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

const moods = ['well', 'well', 'silent', 'gone', 'busy', 'portal', 'missing', 'broken'] as const;
type Mood = (typeof moods)[number];

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
    if (pathname.startsWith('/images/')) return svgAnswer('walked');
    const id = searchParams.get('questionId') ?? '';
    if (!ids.includes(id)) return new Response('{}', { status: 404 });
    return json(
      answerOf(textOf(id, state.edition), id === 'q2' ? [`aws/walked/${id}/img-1.svg`] : []),
      request,
    );
  };
  const handle = (hasBundles ? withBundles : withoutBundles)(answer);
  const respond = async (request: Request): Promise<Response> => {
    await new Promise<void>((done) => {
      setTimeout(done, 30);
    });
    const id = new URL(request.url).searchParams.get('questionId') ?? '';
    const isQuestion = id === 'q3' || id.length > 2;
    switch (state.mood) {
      case 'silent':
        return new Promise(() => undefined);
      case 'gone':
        return unreachable('', {});
      case 'busy':
        return new Response('busy', { status: 503, headers: { 'retry-after': '2' } });
      case 'portal':
        return portalPage();
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
  ...(await import('#offline/session/open-exam.ts')),
  ...(await import('#offline/library/exam-status.ts')),
  ...(await import('#api/calls.ts')),
});

type World = ReturnType<typeof createWorld>;

const launch = async (world: World, name: string) => {
  const tab = await world.openTab(name, load);
  const { modules, run } = tab;
  let leave: AbortController | undefined;
  let session: import('#offline/session/exam-session.ts').ExamSession | undefined;
  /** How often the browser has evicted something, which of it this tab has noticed, and when. */
  let evictions = 0;
  let seen = 0;
  const failures: unknown[] = [];
  const start = (work: () => Promise<unknown>) => {
    run(work).catch((error) => failures.push(error));
  };
  /** When each wait of the screen that has not ended began. */
  const waits = new Set<number>();
  const timed = <T>(work: Promise<T>) => {
    const since = Date.now();
    waits.add(since);
    return work.finally(() => waits.delete(since));
  };

  const look = () => {
    const before = evictions;
    start(async () => {
      await modules.refreshAll(SITE);
      seen = Math.max(seen, before);
    });
  };
  run(() => modules.followLibrary());
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
        const opened = await timed(modules.openExam(api, key, controller.signal));
        if (opened.ok && !controller.signal.aborted) session = opened.value;
      });
    },
    see: (place: number) => {
      const reading = session;
      const id = reading && pick(reading.detail.questionIds, place);
      if (id && !run(() => reading.find(id))) start(() => timed(reading.load(id, always)));
    },
    leave: () => leave?.abort(),
    save: () => start(() => modules.syncExam(key)),
    retry: () => start(() => modules.syncExam(key, { isRetry: true })),
    pause: () => start(() => modules.pauseExam(key)),
    remove: () => start(() => modules.removeExam(key)),
    status: () => run(() => modules.readStatus(key)),
    promises: () => {
      // What the browser evicts is noticed at the next look.
      return seen === evictions && run(() => modules.readStatus(key)).kind === 'available';
    },
    longestWait: () => Math.max(0, ...[...waits].map((since) => Date.now() - since)),
    readAll: () => {
      const ids = session?.detail.questionIds ?? [];
      return Promise.all(
        ids.map((id) =>
          run(async () => {
            const found = session?.find(id);
            return found ? { ok: true as const, value: found } : session?.load(id, always);
          }),
        ),
      );
    },
    ids: () => session?.detail.questionIds,
  };
};

/** How often each step is taken. */
const weights = {
  ...{ enter: 6, leave: 2, save: 2, retry: 2, pause: 2, remove: 2, look: 2, see: 9 },
  ...{ kill: 3, publish: 6, mood: 6, online: 3, offline: 2, evict: 3, pass: 18 },
};
type Kind = keyof typeof weights;
const kinds = Object.entries(weights).flatMap(([kind, times]) =>
  Array<Kind>(times).fill(kind as Kind),
);
const times = [0, 20, 45, 100, 400, 3000, 30_000];
/** `place` chooses the question, the mood, the time or what is evicted. */
const anyStep = fc.record({
  kind: fc.constantFrom(...kinds),
  tab: fc.constantFrom(0, 1),
  place: fc.nat(99),
});
type Step = { kind: Kind; tab: number; place: number };
const examCaches = async ({ caches }: World) =>
  (await caches.keys()).filter((name) => name.startsWith('certdeck/exam/'));

/** What is really in the caches. */
const readCaches = async (world: World) =>
  Promise.all(
    (await examCaches(world)).map(async (name) => {
      const cache = await world.caches.open(name);
      const document = await (await cache.match('/certdeck-document'))?.json();
      const ids: string[] = document?.detail.questionIds ?? [];
      const stored = new Map<string, SavedQuestion>(document?.questions ?? []);
      const texts = await Promise.all(
        ids.map(async (id) => {
          const { answer } = stored.get(id) ?? {};
          const [picture] = answer?.images ?? [];
          const hasPicture = !picture || (await cache.match(`${SITE}/images/${picture}`));
          return hasPicture ? answer?.question.question : undefined;
        }),
      );
      return { ids, texts, isWhole: ids.length > 0 && texts.every((text) => text !== undefined) };
    }),
  );

/** Rejections that nobody has handled. */
const unhandled: unknown[] = [];

const walk = async (steps: Step[], hasBundles: boolean) => {
  const server = createServer(hasBundles);
  const world = createWorld(server.respond);
  const tabs = [await launch(world, 'a'), await launch(world, 'b')];
  await world.pass(0);

  const setOnline = (isOnline: boolean) => {
    world.setOnline(isOnline);
    if (isOnline) for (const tab of tabs) tab.look();
  };
  const evict = async (place: number) => {
    const name = pick(await examCaches(world), place);
    if (name) {
      const cache = await world.caches.open(name);
      const request = pick(await cache.keys(), place);
      if (place < 10) await world.caches.delete(name);
      else if (request) await cache.delete(request);
    }
    for (const tab of tabs) tab.evicted();
  };

  /** Nothing has asked for the exam since it was removed. */
  let isRemoved = false;
  /** Nothing but the app can have taken away what is whole. */
  let isWhole = false;

  const take = async ({ kind, tab: number, place }: Step) => {
    const tab = pick(tabs, number);
    if (['enter', 'save', 'retry', 'remove'].includes(kind)) isRemoved = kind === 'remove';
    if (kind === 'evict' || kind === 'remove') isWhole = false;
    switch (kind) {
      case 'kill':
        tab.kill();
        tabs[number] = await launch(world, `${number} again`);
        break;
      case 'publish':
        server.state.edition += 1;
        break;
      case 'mood':
        server.state.mood = pick(moods, place);
        break;
      case 'online':
      case 'offline':
        setOnline(kind === 'online');
        break;
      case 'evict':
        await evict(place);
        break;
      case 'pass':
        await world.pass(pick(times, place));
        break;
      case 'see':
        tab.see(place);
        break;
      case 'remove':
        for (const each of tabs) each.leave();
        tab.remove();
        await world.pass(1000);
        break;
      default:
        tab[kind]();
    }
    await world.pass(0);
  };

  const check = async () => {
    const saved = await readCaches(world);
    const wasWhole = isWhole;
    isWhole = saved.some((exam) => exam.isWhole);
    if (isRemoved) expect(saved).toEqual([]);
    if (wasWhole) expect(isWhole, JSON.stringify(saved)).toBe(true);
    for (const tab of tabs) {
      if (tab.promises()) expect(isWhole, JSON.stringify([saved, tab.status()])).toBe(true);
      expect(tab.longestWait()).toBeLessThan(LONGEST);
      expect(tab.failures).toEqual([]);
    }
    expect(unhandled).toEqual([]);
  };

  for (const step of steps) {
    await take(step);
    await check();
  }

  // Whatever happened: once all is well, an exam that two tabs start is saved once, as it is now.
  server.state.mood = 'well';
  world.setOnline(true);
  for (const tab of tabs) tab.kill();
  const last = await launch(world, 'last');
  const other = await launch(world, 'other');
  await world.pass(3000);
  last.enter();
  other.enter();
  await world.pass(90_000);
  other.leave();
  last.retry();
  await world.pass(90_000);
  last.enter();
  await world.pass(90_000);
  last.leave();
  await world.pass(1000);
  for (const tab of [last, other]) expect(tab.status()).toMatchObject({ kind: 'available' });
  world.setOnline(false);
  last.enter();
  await world.pass(1000);
  const ids = idsOf(server.state.edition);
  expect(last.ids()).toEqual(ids);
  const read = last.readAll();
  await world.pass(1000);
  const texts = (await read).map((answer) => (answer?.ok ? answer.value.question.question : ''));
  expect(texts).toEqual(ids.map((id) => textOf(id, server.state.edition)));
  expect(await examCaches(world)).toHaveLength(1);

  // A removed exam is gone and stays away, whatever other tabs do in the meantime.
  world.setOnline(true);
  last.leave();
  last.remove();
  other.look();
  last.look();
  await world.pass(3000);
  expect(await examCaches(world)).toEqual([]);
  for (const tab of [last, other]) expect(tab.status()).toEqual({ kind: 'absent' });

  // Two tabs that start it in the same moment share one cache.
  last.enter();
  other.enter();
  await world.pass(100);
  expect(await examCaches(world)).toHaveLength(1);
  for (const tab of [last, other]) tab.kill();
};

it.each([
  ['single requests', false],
  ['bundles', true],
])(
  'the engine keeps its promises on a random walk with %s',
  async (_, hasBundles) => {
    const onUnhandled = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', onUnhandled);
    onTestFinished(() => {
      process.off('unhandledRejection', onUnhandled);
    });
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
