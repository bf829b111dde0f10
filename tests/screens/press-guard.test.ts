import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { guardPresses } from '#ui/press-guard.ts';

const pressed = vi.fn();

// There is no layout here: everything is at every place.
document.elementFromPoint = () => document.body.firstElementChild;
const listen = vi.spyOn(globalThis, 'addEventListener');
guardPresses();
addEventListener('click', pressed);
const listened = [...listen.mock.calls];

// The files after this one share its page.
afterAll(() => {
  for (const [type, listener, options] of listened) removeEventListener(type, listener, options);
});

const show = (markup: string) => {
  document.body.innerHTML = markup;
};
const shown = () => document.body.firstElementChild as HTMLElement;

/** Hours apart, so that no test's presses belong to another's. */
let hour = 0;

const dispatch = (event: Event, at: number, target: Element = shown()) => {
  Object.defineProperty(event, 'timeStamp', { value: hour * 3_600_000 + at });
  return target.dispatchEvent(event);
};

type Press = { at: number; x?: number; y?: number; held?: number; detail?: number; type?: string };

/** Presses what is shown, with a finger by default, and returns whether it counted. Milliseconds. */
const press = ({ at, x = 100, y = 100, held = 0, detail = 1, type = 'touch' }: Press) => {
  const init = { clientX: x, clientY: y, detail, pointerType: type, bubbles: true };
  pressed.mockClear();
  dispatch(new PointerEvent('pointerdown', init), at);
  const counts = dispatch(new PointerEvent('click', { ...init, cancelable: true }), at + held);
  expect(pressed).toHaveBeenCalledTimes(counts ? 1 : 0);
  return counts;
};

const key = (at: number, name = 'Enter', init: KeyboardEventInit = {}) =>
  dispatch(
    new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...init }),
    at,
    document.activeElement ?? shown(),
  );

beforeEach(() => {
  hour += 1;
  show('<button>Save</button>');
});

test.each([
  ['another screen', () => show('<a href="/">Start</a>')],
  ['another button', () => shown().replaceChildren('Remove')],
  ['a sheet', () => show('<dialog open></dialog>')],
  ['the same button for another question', () => show('<p data-subject="2"><button>Save</button>')],
])('a second tap does nothing on %s that has just appeared there', (_, change) => {
  press({ at: 0 });
  change();
  document.elementFromPoint = () => document.querySelector('button') ?? shown();
  expect(press({ at: 390 })).toBe(false);
  expect(press({ at: 780 }), 'a third one right after it').toBe(false);
  expect(press({ at: 1200 })).toBe(true);
});

test.each([
  ['from a jittery finger', { at: 200, x: 110, y: 85 }],
  ['however long it is held', { at: 200, held: 900 }],
  ['as the second click of a mouse', { at: 200, type: 'mouse', detail: 2 }],
  ['from a pointer of unknown type', { at: 200, type: '' }],
])('a second press does nothing %s', (_, second) => {
  press({ at: 0 });
  show('<a href="/">Start</a>');
  expect(press(second)).toBe(false);
});

test.each([
  ['after a while', { at: 400 }],
  ['at another place', { at: 200, y: 130 }],
  ['as the first click of a mouse', { at: 200, type: 'mouse' }],
])('a press counts %s', (_, second) => {
  press({ at: 0 });
  show('<a href="/">Start</a>');
  expect(press(second)).toBe(true);
});

test.each([
  ['stays as it is', () => {}],
  ['is rendered again', () => show('<button>Save</button>')],
])('a button that %s can be pressed as fast as anyone likes', (_, change) => {
  press({ at: 0 });
  change();
  expect(press({ at: 100 })).toBe(true);
  expect(press({ at: 200 })).toBe(true);
});

test('a drag that selects words of a label is no press, and the next one counts', () => {
  show('<label><input type="radio"><span>Words to select</span></label>');
  const words = shown().querySelector('span') as Element;
  const drag = (to: number, at: number) => {
    const init = { clientY: 100, detail: 1, pointerType: 'mouse', bubbles: true, cancelable: true };
    dispatch(new PointerEvent('pointerdown', { ...init, clientX: 100 }), at, words);
    return dispatch(new PointerEvent('click', { ...init, clientX: to }), at + 300, words);
  };
  expect(drag(130, 0), 'nothing selected').toBe(true);
  getSelection()?.selectAllChildren(words);
  expect(drag(130, 1000)).toBe(false);
  expect(drag(102, 2000), 'a press on what is selected').toBe(true);
  getSelection()?.selectAllChildren(document.head);
  expect(drag(130, 3000), 'selected elsewhere').toBe(true);
  getSelection()?.removeAllRanges();
});

test('Enter does not press twice what its first press has changed', () => {
  show('<button data-main-action>Check Answer</button>');
  expect(key(0)).toBe(true);
  show('<button data-main-action>Next Question</button>');
  expect(key(150)).toBe(false);
  expect(key(600)).toBe(true);
});

test('Enter after another key or on the same control counts at once', () => {
  show('<button data-main-action>Next Question</button>');
  key(0);
  show('<button data-main-action>Check Answer</button>');
  expect(key(50, '1')).toBe(true);
  expect(key(100)).toBe(true);
  expect(key(150)).toBe(true);
});

test('the click of an ignored space bar does nothing', () => {
  shown().focus();
  key(0, ' ');
  show('<button>Remove</button>');
  shown().focus();
  expect(key(150, ' ')).toBe(false);
  const click = new MouseEvent('click', { detail: 0, bubbles: true, cancelable: true });
  expect(dispatch(click, 200)).toBe(false);
});

test('a held Enter key does not send a form from its field again and again', () => {
  show('<form><input /></form>');
  document.querySelector('input')?.focus();
  expect(key(0)).toBe(true);
  expect(key(500, 'Enter', { repeat: true })).toBe(false);
});

test('a held Enter key does not press a control again and again', () => {
  shown().focus();
  expect(key(0)).toBe(true);
  expect(key(500, 'Enter', { repeat: true })).toBe(false);
});

test('a button is announced as disabled while presses on it are ignored', async () => {
  vi.useFakeTimers();
  document.elementFromPoint = () => shown();
  shown().addEventListener('click', () => shown().replaceChildren('Remove'));
  press({ at: 0 });
  await vi.advanceTimersByTimeAsync(300);
  expect(shown().ariaDisabled).toBe('true');
  await vi.advanceTimersByTimeAsync(100);
  expect(shown().ariaDisabled).toBeNull();
  vi.useRealTimers();
});
