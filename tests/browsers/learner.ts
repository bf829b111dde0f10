import { expect, vi } from 'vitest';
import type { Tab } from './driver.ts';

/** What a learner does and sees, in whatever browser. */

const LIMIT = { timeout: 15_000, interval: 50 };

type Role = 'button' | 'link' | 'option' | 'heading' | 'img';

/**
 * Runs in the page: brings the element of that role and name into view and gives the middle of it,
 * or says what is in the way.
 */
const locate = (role: Role, name: string) => {
  const selectors: Record<Role, string> = {
    button: 'button',
    link: 'a[href]',
    option: 'label:has(input)',
    heading: 'h1, h2, h3',
    img: 'img, [role=img]',
  };
  const pattern = new RegExp(name);
  const modal = document.querySelector('dialog:modal');
  const named = [...(modal ?? document).querySelectorAll<HTMLElement>(selectors[role])]
    .filter((element) => element.checkVisibility())
    .map((element) => ({
      element,
      name: element.ariaLabel ?? element.innerText.trim().replace(/\s+/g, ' '),
    }));
  const found = named.find((candidate) => pattern.test(candidate.name))?.element;
  if (!found) return `no ${role} ${name} among: ${named.map((one) => one.name).join(', ')}`;
  if (found.matches(':disabled') || found.ariaDisabled === 'true') return `${name} is disabled`;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = found.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  if (!hit || !(found.contains(hit) || hit.contains(found))) return `${name} is covered`;
  return { x, y };
};

const pointOf = (tab: Tab, role: Role, name: string | RegExp) =>
  vi.waitFor(async () => {
    const pattern =
      typeof name === 'string' ? `^${name.replace(/[()?.]/g, String.raw`\$&`)}` : name.source;
    const place = await tab.evaluate(locate, role, pattern);
    if (typeof place === 'string') throw new Error(place);
    return place;
  }, LIMIT);

/** Clicks what has this role and a name that begins so, as soon as it can be clicked. */
export const click = async (tab: Tab, role: Role, name: string | RegExp) => {
  const { x, y } = await pointOf(tab, role, name);
  await tab.clickAt(x, y);
};

/** Resolves when it is there and nothing covers it. */
export const untilReachable = async (tab: Tab, role: Role, name: string | RegExp) => {
  await pointOf(tab, role, name);
};

/** Resolves when a question about the page is answered as expected. */
export const until = <Given extends unknown[], Value>(
  tab: Tab,
  read: (...given: Given) => Value | Promise<Value>,
  expected: unknown,
  ...given: Given
) => vi.waitFor(async () => expect(await tab.evaluate(read, ...given)).toEqual(expected), LIMIT);

const visibleText = () => document.body.innerText.replace(/\s+/g, ' ');

/** Resolves when the words are on the page. */
export const untilSeen = (tab: Tab, words: string | RegExp, limit = LIMIT) =>
  vi.waitFor(async () => {
    const text = await tab.evaluate(visibleText);
    const isSeen = typeof words === 'string' ? text.includes(words) : words.test(text);
    if (!isSeen) throw new Error(`${words} is not among: ${text}`);
  }, limit);

/** The pictures of the question on screen, each by whether it shows anything. */
export const shownPictures = () =>
  [...document.querySelectorAll<HTMLImageElement>('article img')].map(
    ({ complete, naturalWidth }) => complete && naturalWidth > 0,
  );

/**
 * Resolves when the learner is told that the exam is on the device. A worker that is too slow to
 * answer is asked again half a minute later.
 */
export const untilSaved = (tab: Tab) =>
  untilSeen(tab, 'Available offline', { ...LIMIT, timeout: 45_000 });

/** Chooses the options and checks them. */
export const answer = async (tab: Tab, options: string[]) => {
  for (const option of options) await click(tab, 'option', option);
  await click(tab, 'button', 'Check Answer');
  await until(tab, () => document.querySelectorAll('[role=status] [data-verdict]').length, 1);
};

/** What a key is pressed for is only there once what was pressed before has been taken in. */
export const press = async (tab: Tab, ...keys: string[]) => {
  for (const key of keys) await tab.press(key);
};

/** Presses Tab until what has the focus has a name that begins so. */
export const tabTo = async (tab: Tab, name: string) => {
  for (let presses = 0; presses < 60; presses += 1) {
    await tab.press('Tab');
    const focused = await tab.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.ariaLabel ?? (activeElement as HTMLElement | null)?.innerText ?? '';
    });
    if (focused.trim().startsWith(name)) return;
  }
  throw new Error(`${name} is not reached by Tab`);
};
