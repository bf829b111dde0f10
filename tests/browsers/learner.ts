import { expect, vi } from 'vitest';
import type { Tab } from './driver.ts';

/** What a learner does and sees, in any browser. */

const LIMIT = { timeout: 15_000, interval: 50 };

type Role = 'button' | 'link' | 'option' | 'heading' | 'img';

/** Runs in the page: scrolls to the element and returns its middle, or the reason it can't be clicked. */
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
    .map((element) => {
      // An option's key stands before its text.
      const words = role === 'option' ? element.querySelector<HTMLElement>('[dir]') : element;
      const text = words?.innerText.trim().replace(/\s+/g, ' ') ?? '';
      return { element, name: element.ariaLabel ?? text };
    });
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

/** The element's middle, once it is at the same place twice in a row: what moves is missed. */
const pointOf = (tab: Tab, role: Role, name: string | RegExp) => {
  const pattern =
    typeof name === 'string' ? `^${name.replace(/[()?.]/g, String.raw`\$&`)}` : name.source;
  let last = { x: Number.NaN, y: Number.NaN };
  return vi.waitFor(async () => {
    const place = await tab.evaluate(locate, role, pattern);
    if (typeof place === 'string') throw new Error(place);
    const isStill = place.x === last.x && place.y === last.y;
    last = place;
    if (!isStill) throw new Error(`${name} moves`);
    return place;
  }, LIMIT);
};

/** Clicks the element with this role whose name starts with this, as soon as it can be clicked. */
export const click = async (tab: Tab, role: Role, name: string | RegExp) => {
  const { x, y } = await pointOf(tab, role, name);
  await tab.clickAt(x, y);
};

/** Resolves when the element is enabled and nothing covers it. */
export const untilReachable = async (tab: Tab, role: Role, name: string | RegExp) => {
  await pointOf(tab, role, name);
};

/** Resolves when a function that runs in the page returns what is expected. */
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

/** For each image of the question on screen, whether it is drawn. */
export const shownImages = () =>
  [...document.querySelectorAll<HTMLImageElement>('article img')].map(
    ({ complete, naturalWidth }) => complete && naturalWidth > 0,
  );

/** Resolves when the exam is on the device. A worker that answers too late is asked again after 30 s. */
export const untilSaved = (tab: Tab) =>
  untilSeen(tab, 'Available offline', { ...LIMIT, timeout: 45_000 });

/** Chooses the options and checks them. */
export const answer = async (tab: Tab, options: string[]) => {
  for (const option of options) await click(tab, 'option', option);
  await click(tab, 'button', 'Check Answer');
  await until(tab, () => document.querySelectorAll('[role=status] [data-verdict]').length, 1);
};

export const press = async (tab: Tab, ...keys: string[]) => {
  for (const key of keys) await tab.press(key);
};

/** Presses Tab until the focused element's name starts with this. */
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
