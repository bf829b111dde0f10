/** How soon the second half of a double tap follows the first, in milliseconds, as Android has it. */
const DOUBLE_TAP = 300;

/** How far apart the two may be, in CSS pixels. */
const SAME_PLACE = 24;

/** The label of what a press at a place in the window acts on. */
const findLabel = (x: number, y: number) => {
  const target = document.elementFromPoint(x, y)?.closest('a, button, label, summary');
  return target ? `${target.ariaLabel} ${target.textContent}` : '';
};

/** A press with its time in milliseconds, its place in CSS pixels, and what was there. */
type Press = { at: number; x: number; y: number; label: string };

/** A mouse counts its clicks, as the system has it; a finger doesn't. */
const isSecondHalf = (event: PointerEvent, { at, x, y }: Press) =>
  (event.detail > 1 || event.pointerType !== 'mouse') &&
  event.timeStamp - at < DOUBLE_TAP &&
  Math.hypot(event.clientX - x, event.clientY - y) < SAME_PLACE;

/**
 * The second half of a double tap is meant for what the first half was meant for. When that is gone,
 * covered or labeled differently by now, the second half does nothing.
 */
export const ignoreDoubleTaps = () => {
  let first: Press | undefined;
  const notice = (event: PointerEvent) => {
    const { detail, timeStamp: at, clientX: x, clientY: y } = event;
    // A key that clicks has no place.
    if (detail === 0) return;
    if (first && isSecondHalf(event, first) && findLabel(first.x, first.y) !== first.label) {
      event.preventDefault();
      event.stopPropagation();
      first = { ...first, at };
    } else {
      first = { at, x, y, label: findLabel(x, y) };
    }
  };
  addEventListener('click', notice, true);
};
