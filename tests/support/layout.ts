import { expect, type Page } from '@playwright/test';

/** What a learner notices of the layout: things that move, push the page aside, or cover others. */

type Shift = { value: number; moved: string[] };

/** Collects every layout shift from the first paint on, except those that follow a tap. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    type Source = { node: Node | null };
    type Entry = PerformanceEntry & { value: number; sources: Source[]; hadRecentInput: boolean };
    const shifts: Shift[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 80) : `${node?.nodeName}`,
        );
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The shifts so far, once two more frames have been drawn. */
export const readShifts = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return (globalThis as unknown as { shifts: Shift[] }).shifts;
  });

export const expectNoShift = async (page: Page, state = 'shifts') =>
  expect(await readShifts(page), state).toEqual([]);

/** Nothing can be pushed aside except code in its own box, and no text is cut off by its own box. */
export const expectRoom = async (page: Page, state: string) => {
  const found = await page.evaluate(() => {
    scrollTo({ left: 5000, top: scrollY, behavior: 'instant' });
    const nameOf = ({ outerHTML }: Element) => outerHTML.slice(0, 120);
    const all = [...document.querySelectorAll('body *')];
    const wide = all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    const overflowOf = (element: Element) => getComputedStyle(element).overflowX;
    const cut = wide.filter(
      (element) =>
        element.matches('h1, h2, h3, p, button, a, label, span') &&
        overflowOf(element) === 'hidden' &&
        getComputedStyle(element).position !== 'absolute',
    );
    const scrollable = wide.filter(
      (element) => /auto|scroll/.test(overflowOf(element)) && !element.matches('code'),
    );
    const outside = scrollX > 0 ? all : [];
    return {
      pushed: scrollX,
      cut: cut.map(nameOf),
      scrollable: scrollable.map(nameOf),
      outside: outside
        .filter((element) => element.getBoundingClientRect().right > innerWidth - scrollX + 1)
        .map(nameOf),
    };
  });
  expect(found, state).toEqual({ pushed: 0, cut: [], scrollable: [], outside: [] });
};

/** The controls lie within the window, and none overlaps another. */
export const expectApart = async (page: Page, state: string, selector: string) => {
  const found = await page.locator(selector).evaluateAll(async (elements) => {
    // In its first frame a card with `content-visibility: auto` has the height of a placeholder.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const boxes = elements
      .filter((element) => element.checkVisibility())
      .map((element) => ({
        name: element.outerHTML.slice(0, 80),
        box: element.getBoundingClientRect(),
      }));
    const overlap = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const outside = boxes.filter(({ box }) => box.left < -0.5 || box.right > innerWidth + 0.5);
    const overlapping = boxes.filter(({ box }, index) =>
      boxes.slice(index + 1).some((other) => overlap(box, other.box)),
    );
    return {
      outside: outside.map(({ name }) => name),
      overlapping: overlapping.map(({ name }) => name),
    };
  });
  expect(found, state).toEqual({ outside: [], overlapping: [] });
};
