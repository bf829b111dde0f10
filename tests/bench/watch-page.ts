import type { Page } from '@playwright/test';

type Watched = {
  /** Milliseconds from the navigation's start to when what was waited for was on screen. */
  ready?: number;
  largestPaint: number;
  layoutShift: number;
  /** Milliseconds from the last timed tap until another question was on screen. */
  tap?: number | undefined;
};

declare global {
  var bench: Watched;
}

/** Notes when `selector` is first on screen, the largest paint and the shifts of every load. */
export const watchLoads = (page: Page, selector: string) =>
  page.addInitScript((wanted) => {
    const seen: Watched = { largestPaint: 0, layoutShift: 0 };
    globalThis.bench = seen;
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
    const look = () => {
      if (!document.querySelector(wanted)) {
        requestAnimationFrame(look);
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        seen.ready = performance.now();
      };
      port2.postMessage('painted');
    };
    requestAnimationFrame(look);
  }, selector);

export const readWatched = (page: Page) => page.evaluate(() => globalThis.bench);

/** Waits until what was watched for is on screen. */
export const waitUntilReady = async (page: Page) => {
  await page.waitForFunction(() => globalThis.bench.ready !== undefined, undefined, {
    polling: 50,
  });
  return readWatched(page);
};

/** Milliseconds from the next click, by the input's own time, until another question is painted. */
export const timeTap = async (page: Page, tap: () => Promise<void>) => {
  await page.evaluate(() => {
    globalThis.bench.tap = undefined;
    const read = () => document.querySelector('article')?.textContent ?? '';
    const time = ({ timeStamp }: Event) => {
      const before = read();
      const look = () => {
        const now = read();
        if (now === '' || now === before) {
          requestAnimationFrame(look);
          return;
        }
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          globalThis.bench.tap = performance.now() - timeStamp;
        };
        port2.postMessage('painted');
      };
      requestAnimationFrame(look);
    };
    addEventListener('click', time, { capture: true, once: true });
  });
  await tap();
  await page.waitForFunction(() => globalThis.bench.tap !== undefined, undefined, { polling: 20 });
  return (await readWatched(page)).tap ?? Number.NaN;
};
