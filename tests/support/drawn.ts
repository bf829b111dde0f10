import { expect, type Locator, type Page } from '@playwright/test';

/** What is drawn, where, and what lies over it. */

export const boxOf = async (locator: Locator) => {
  await expect(locator).toBeVisible();
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not drawn`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};
export const middleOf = ({ y, height }: { y: number; height: number }) => y + height / 2;
export const styleOf = (locator: Locator, ...names: string[]) =>
  locator.evaluate((element, wanted) => {
    const style = getComputedStyle(element);
    return wanted.map((name) => style.getPropertyValue(name)).join(' | ');
  }, names);
/** The range of the first place within an element where a text is drawn. Throws if there is none. */
export const rangeOf = (within: Locator, text: string) =>
  within.evaluateHandle((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const at = node.data.indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      return range;
    }
    throw new Error(`${wanted} is not drawn`);
  }, text);
export const fillOf = (locator: Locator) => styleOf(locator, 'background-color');
export const signOf = (locator: Locator) => locator.locator('svg path').first().getAttribute('d');
/** What a color of the theme is drawn as. */
export const colorOf = (page: Page, name: string) =>
  page.evaluate((color) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = `var(${color})`;
    const drawn = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return drawn;
  }, name);
/** What is drawn over an option: elements of another layer, and whatever takes its tap. */
export const findOver = (options: Element[]) => {
  const isLayer = (element: Element) =>
    getComputedStyle(element).position !== 'static' && element.checkVisibility();
  const layers = [...document.querySelectorAll('body *')].filter(isLayer);
  return options.flatMap((option) => {
    const box = option.getBoundingClientRect();
    const isOver = (layer: Element) => {
      const { left, right, top, bottom, width, height } = layer.getBoundingClientRect();
      const isApart =
        left >= box.right || right <= box.left || top >= box.bottom || bottom <= box.top;
      return width > 1 && height > 1 && !isApart;
    };
    const isOther = (layer: Element) => !option.contains(layer) && !layer.contains(option);
    const over = layers.filter((layer) => isOther(layer) && isOver(layer));
    const hits = [0.02, 0.5, 0.98].flatMap((across) =>
      [0.1, 0.5, 0.9].map((down) =>
        document.elementFromPoint(box.left + across * box.width, box.top + down * box.height),
      ),
    );
    const strangers = hits.filter((hit) => !hit || !option.contains(hit));
    return [...over, ...strangers].map((element) => element?.outerHTML.slice(0, 80) ?? 'nothing');
  });
};

/** What moves on a sheet in the first frames after a tap. */
export const motionAfter = (tapped: Locator) =>
  tapped.evaluate(async (control: HTMLElement) => {
    control.click();
    const ends = performance.now() + 1000;
    while (performance.now() < ends) {
      await new Promise(requestAnimationFrame);
      for (const sheet of document.querySelectorAll('dialog')) {
        const moving = sheet.getAnimations() as CSSTransition[];
        const names = moving.map(({ transitionProperty }) => transitionProperty);
        if (names.length > 0) return { names, isDrawn: sheet.checkVisibility() };
      }
    }
    return undefined;
  });

/** A finger that moves sideways over the question, as the browser itself would report it. */
export const swipe = async (page: Page, from: number, to: number) => {
  const session = await page.context().newCDPSession(page);
  const { y } = await boxOf(page.getByRole('article'));
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y: y + 8 }],
    });
  await send('touchStart', from);
  for (const share of [0.25, 0.5, 0.75, 1]) await send('touchMove', from + share * (to - from));
  await send('touchEnd');
  await session.detach();
};
