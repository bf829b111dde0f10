import { beforeEach, expect, test, vi } from 'vitest';
import { ignoreDoubleTaps } from '#ui/double-tap.ts';

const pressed = vi.fn();
addEventListener('click', pressed);

const show = (markup: string) => {
  document.body.innerHTML = markup;
};

// There is no layout here: everything is at every place.
document.elementFromPoint = () => document.body.firstElementChild;
ignoreDoubleTaps();

/** Hours apart, so that no test's presses belong to another's. */
let hour = 0;

type Press = { at: number; x?: number; y?: number; detail?: number; pointerType?: string };

/** Presses what is shown, with a finger unless told; `at` is in milliseconds. Returns whether that has counted. */
const press = ({ at, x = 100, y = 100, detail = 1, pointerType = 'touch' }: Press) => {
  const init = { clientX: x, clientY: y, detail, pointerType, bubbles: true, cancelable: true };
  const click = new PointerEvent('click', init);
  Object.defineProperty(click, 'timeStamp', { value: hour * 3_600_000 + at });
  pressed.mockClear();
  const counts = document.body.firstElementChild?.dispatchEvent(click);
  expect(pressed).toHaveBeenCalledTimes(counts ? 1 : 0);
  return counts;
};

beforeEach(() => {
  hour += 1;
  show('<button>Save</button>');
  press({ at: 0 });
});

test.each([
  ['on another screen', '<a href="/">Start</a>'],
  ['on the same button, which has become another', undefined],
  ['beside a sheet that has opened', '<dialog open></dialog>'],
])('the second half of a double tap does nothing %s', (_, markup) => {
  if (markup) show(markup);
  else document.querySelector('button')?.replaceChildren('Remove');
  expect(press({ at: 200 })).toBe(false);
  expect(press({ at: 500 })).toBe(true);
});

test('nor does a third press right after it', () => {
  show('<a href="/">Start</a>');
  expect(press({ at: 250 })).toBe(false);
  expect(press({ at: 500 })).toBe(false);
  expect(press({ at: 800 })).toBe(true);
});

test('nor does the second click of a mouse, or of what does not say that it is a finger', () => {
  show('<a href="/">Start</a>');
  expect(press({ at: 100, pointerType: 'mouse', detail: 2 })).toBe(false);
  expect(press({ at: 200, pointerType: '' })).toBe(false);
});

test('a finger is never twice at quite the same place', () => {
  show('<a href="/">Start</a>');
  expect(press({ at: 200, x: 110, y: 85 })).toBe(false);
});

test('a button that stays as it is can be pressed as fast as anyone likes', () => {
  expect(press({ at: 100 })).toBe(true);
  expect(press({ at: 200 })).toBe(true);
});

test('a button that is shown again counts as the same', () => {
  show('<button>Save</button>');
  expect(press({ at: 100 })).toBe(true);
});

test.each([
  ['after a while', { at: 300 }],
  ['at another place', { at: 200, y: 130 }],
  ['by a key', { at: 200, detail: 0 }],
  ['of a mouse that has clicked once', { at: 200, pointerType: 'mouse' }],
])('a press %s counts', (_, second) => {
  show('<a href="/">Start</a>');
  expect(press(second)).toBe(true);
});
