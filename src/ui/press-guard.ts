/** How long after a press another one at its place is taken for the same, in milliseconds. */
const PAUSE = 400;

/** How far a jittery finger lands from its first tap, in CSS pixels. */
const SAME_PLACE = 24;

/** How far a pointer slips in a press, in CSS pixels; farther, it drags. */
const STILL = 4;

/** Where a press acts: a point in the window, or a key. */
type Place = { x: number; y: number; key?: undefined } | { key: string };

const isSame = (a: Place, b: Place) => {
  if (a.key !== undefined || b.key !== undefined) return a.key === b.key;
  return Math.hypot(a.x - b.x, a.y - b.y) < SAME_PLACE;
};

/** The button that Enter presses while no control has the focus. */
export const findMainAction = () => document.querySelector<HTMLElement>('[data-main-action]');

const KEY_CONTROL = 'a, button, summary';

const findControl = (place: Place) =>
  place.key === undefined
    ? document.elementFromPoint(place.x, place.y)?.closest(`${KEY_CONTROL}, label`)
    : (document.activeElement?.closest(KEY_CONTROL) ?? findMainAction());

/** Distinguishes one control from another, and a button from the same one for another question. */
const describe = (control: Element | null | undefined) => {
  const subject = control?.closest<HTMLElement>('[data-subject]')?.dataset.subject;
  return control ? `${subject} ${control.ariaLabel} ${control.textContent}` : '';
};

/** A mouse's clicks are counted by the system, so a first one is meant. Taps are not counted. */
const isFirstOfMouse = ({ detail, pointerType }: PointerEvent) =>
  pointerType === 'mouse' && detail === 1;

/** Whether the pointer has selected text on a label, which is no tap; Safari would take it for one. */
const hasSelected = (target: EventTarget | null) => {
  const label = target instanceof Element && target.closest('label');
  const selection = getSelection();
  return label && selection && !selection.isCollapsed && label.contains(selection.anchorNode);
};

const ignore = (event: Event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Ignores a press that begins right after another one changed what is at its place, such as the
 * second half of a double tap, the repeated presses of a held Enter key, and a drag that selects
 * text.
 */
export const guardPresses = () => {
  let last: { at: number; place: Place; control: string } | undefined;
  /** Where and when the pointer's press began that has not become a click yet. */
  let began: PointerEvent | undefined;
  /** For the click of the space bar, which comes when the key is released. */
  let isKeyStray = false;

  const accept = (at: number, place: Place) => {
    last = { at, place, control: describe(findControl(place)) };
  };
  /** Whether the last press has changed the control that it pressed. */
  const hasChanged = () => last && describe(findControl(last.place)) !== last.control;
  /** Whether a press was meant for what was there before. If so, the pause starts again. */
  const isStray = (at: number, place: Place) => {
    if (!last || at - last.at >= PAUSE || !isSame(place, last.place) || !hasChanged()) return false;
    last.at = at;
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, repeat, timeStamp, target } = event;
    if (repeat) {
      const isOnControl = target instanceof Element && target.closest(`${KEY_CONTROL}, input`);
      if (key === 'Enter' && isOnControl) event.preventDefault();
      return;
    }
    if (key !== last?.place.key) last = undefined;
    if (key !== 'Enter' && key !== ' ') return;
    isKeyStray = isStray(timeStamp, { key });
    if (isKeyStray) ignore(event);
    else accept(timeStamp, { key });
  };

  const onClick = (event: PointerEvent) => {
    const { detail, timeStamp, clientX: x, clientY: y } = event;
    const place = { x, y };
    const isByKey = detail === 0;
    const way = began ? Math.hypot(x - began.clientX, y - began.clientY) : 0;
    const isDrag = way > STILL && hasSelected(event.target);
    const isIgnored = isByKey
      ? isKeyStray
      : isDrag || (!isFirstOfMouse(event) && isStray(began?.timeStamp ?? timeStamp, place));
    if (isIgnored) ignore(event);
    else if (!isByKey) accept(timeStamp, place);
    began = undefined;
    isKeyStray = false;
  };

  /** A button is announced as disabled while presses on it are ignored. */
  const announce = () => {
    const control = last && findControl(last.place);
    if (control?.localName !== 'button' || !hasChanged()) return;
    control.ariaDisabled = 'true';
    setTimeout(() => {
      control.ariaDisabled = null;
    }, PAUSE);
  };

  const onPointerDown = (event: PointerEvent) => {
    began = event;
  };
  addEventListener('pointerdown', onPointerDown, true);
  addEventListener('keydown', onKeyDown, true);
  addEventListener('click', onClick, true);
  // After React has rendered the click's result.
  addEventListener('click', () => queueMicrotask(announce));
};
