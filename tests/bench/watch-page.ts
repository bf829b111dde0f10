import type { Page } from '@playwright/test';

type Watched = {
  /** Milliseconds from the navigation's start until what was waited for was on screen. */
  ready?: number;
  largestPaint: number;
  layoutShift: number;
  /** Milliseconds from each timed tap until what it led to was on screen. */
  taps: number[];
};

declare global {
  var bench: Watched;
  /** Calls back after the first painted frame in which the condition holds. */
  var whenPainted: (isThere: () => boolean, done: () => void) => void;
}

/** Records when `selector` is first on screen, the largest paint and the layout shifts of every load. */
export const watchLoads = (page: Page, selector: string) =>
  page.addInitScript((wanted) => {
    const seen: Watched = { largestPaint: 0, layoutShift: 0, taps: [] };
    globalThis.bench = seen;
    globalThis.whenPainted = (isThere, done) => {
      const look = () => {
        if (!isThere()) {
          requestAnimationFrame(look);
          return;
        }
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage('painted');
      };
      requestAnimationFrame(look);
    };
    const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
        type,
        buffered: true,
      });
    observe('largest-contentful-paint', ({ startTime }) => {
      seen.largestPaint = startTime;
    });
    observe('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      };
      if (!hadRecentInput) seen.layoutShift += value;
    });
    const isThere = () => document.querySelector(wanted) !== null;
    globalThis.whenPainted(isThere, () => {
      seen.ready = performance.now();
    });
  }, selector);

export const readWatched = (page: Page) => page.evaluate(() => globalThis.bench);

/** Waits until what was watched for is on screen. */
export const waitUntilReady = async (page: Page) => {
  await page.waitForFunction(() => globalThis.bench.ready !== undefined, undefined, {
    polling: 50,
  });
  return readWatched(page);
};

/**
 * Milliseconds from the next click, by the input's own time, until `wanted` is painted; another
 * question unless told.
 */
export const timeTap = async (page: Page, tap: () => Promise<void>, wanted = '') => {
  await page.evaluate((selector) => {
    globalThis.bench.taps = [];
    const read = () => document.querySelector('article')?.textContent ?? '';
    const time = ({ timeStamp }: Event) => {
      const before = read();
      globalThis.whenPainted(
        () =>
          selector ? document.querySelector(selector) !== null : !['', before].includes(read()),
        () => globalThis.bench.taps.push(performance.now() - timeStamp),
      );
    };
    addEventListener('click', time, { capture: true, once: true });
  }, wanted);
  await tap();
  await page.waitForFunction(() => globalThis.bench.taps.length > 0, undefined, { polling: 20 });
  return (await readWatched(page)).taps[0] ?? Number.NaN;
};

/** Frames that came late, and the longest one in milliseconds, while `act` runs and is drawn. */
export const watchFrames = async (page: Page, act: () => Promise<unknown>) => {
  const frames = await page.evaluateHandle(() => {
    const watch = { dropped: 0, longest: 0, last: Number.POSITIVE_INFINITY };
    const look = (now: number) => {
      const gap = now - watch.last;
      // A frame is late if it takes half as long again as it should.
      if (gap > 25) watch.dropped += Math.round(gap / (1000 / 60)) - 1;
      watch.longest = Math.max(watch.longest, gap);
      watch.last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return watch;
  });
  await act();
  return frames.evaluate(async (watch) => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    return watch;
  });
};
