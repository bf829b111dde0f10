import { vi } from 'vitest';

/** How long the learner waits before each press of a key or pointer. In milliseconds. */
const PAUSE = 1000;

/** Gives events a clock of their own, so that no test waits between two presses. */
export const timePresses = () => {
  const presses = new WeakSet<Event>();
  let now = 0;
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(function (this: Event) {
    if (/^(pointerdown|keydown)$/.test(this.type) && !presses.has(this)) {
      presses.add(this);
      now += PAUSE;
    }
    return now;
  });
};

/** Just what queries by role read: jsdom's own cascade takes most of a test's time. */
const styleOf = (element: Element) => {
  const style: Record<string, string> = {
    display: element.matches('[hidden], dialog:not([open])') ? 'none' : 'block',
    visibility: 'visible',
    content: '',
    pointerEvents: 'auto',
  };
  return { ...style, getPropertyValue: (name: string) => style[name] ?? '' };
};

/** What jsdom lacks. `isWide` is whether there is room for the panel beside the question, `isTouched` whether by fingers. */
export const standIn = (isWide = true, isTouched = false) => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches:
      (media === '(width >= 64em)' && isWide) || (media === '(pointer: coarse)' && isTouched),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('getComputedStyle', styleOf);
  vi.stubGlobal('CSS', { escape: (name: string) => name });
  Element.prototype.scrollIntoView = () => {};
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return;
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
};
