import type { Page } from '@playwright/test';

/**
 * How a browser's translation changes a page: each text is replaced by one inside two `font`
 * elements. Some translators move the page's own text there, some put a new one in its place.
 */
export type Translator = { keepsTexts: boolean };

/**
 * In the page: defines `translateNow` and `translateOn`. The words stay the same, so that a page
 * that is translated can be compared with one that is not.
 */
export const defineTranslator = ({ keepsTexts }: Translator) => {
  const LEFT = 'script, style, textarea, noscript, title, font, [translate=no]';
  const wrap = (text: Text) => {
    if (!text.data.trim() || text.parentElement?.closest(LEFT)) return;
    const fonts = document.createElement('font');
    fonts.append(document.createElement('font'));
    if (keepsTexts) text.before(fonts);
    else text.replaceWith(fonts);
    fonts.firstElementChild?.append(keepsTexts ? text : text.data);
  };
  const translateNow = (root: Node = document.body) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    if (root instanceof Text) texts.push(root);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(wrap);
  };
  const translateOn = () => {
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') translateNow(target);
        else for (const node of addedNodes) translateNow(node);
      }
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  };
  Object.assign(globalThis, { translateNow, translateOn });
};

export type Translating = { translateNow: () => void; translateOn: () => void };

/** Makes ready for `translateOnce`; with `isOn`, every page is translated from its start on. */
export const addTranslator = async (page: Page, translator: Translator, isOn: boolean) => {
  await page.addInitScript(defineTranslator, translator);
  if (isOn) {
    await page.addInitScript(() => (globalThis as unknown as Translating).translateOn());
  }
};

/** Translates what the page shows now. */
export const translateOnce = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as Translating).translateNow());
