import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readText, writeText } from '#storage/local-storage.ts';

/** How far a finger moves sideways for another question, in CSS pixels. */
const FAR = 64;
const HINT = 'swipe-hint';

/** The touch belongs to what scrolls or is dragged there. */
const isTaken = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[tabindex="0"], select, dialog') !== null;

/** Moves on a swipe to the left and back on one to the right, inside the element of the given ref. */
export const useSwipe = (move: (by: 1 | -1) => void) => {
  const place = useRef<HTMLDivElement>(null);
  const onSwipe = useEffectEvent((by: 1 | -1) => {
    forgetHint();
    move(by);
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let start: { x: number; y: number } | undefined;
    const begin = ({ touches, target }: TouchEvent) => {
      const [touch] = touches;
      const isOne = touches.length === 1 && !isTaken(target);
      start = isOne && touch ? { x: touch.clientX, y: touch.clientY } : undefined;
    };
    const end = ({ changedTouches: [touch] }: TouchEvent) => {
      if (!start || !touch) return;
      const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y];
      start = undefined;
      // A selection of text is dragged sideways, too.
      if (Math.abs(dx) < FAR || Math.abs(dx) < 2 * Math.abs(dy) || `${getSelection()}`) return;
      onSwipe(dx < 0 ? 1 : -1);
    };
    const cancel = () => {
      start = undefined;
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchend', end, { passive: true });
    element.addEventListener('touchcancel', cancel, { passive: true });
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', cancel);
    };
  }, []);
  return place;
};

/** Without storage there is no hint. */
const isHintKnown = () => readText(HINT) !== null;

const forgetHint = () => void writeText(HINT, 'known');

/** Shown during one run on a touch screen, then never again. */
export const SwipeHint = ({ isShown }: { isShown: boolean }) => {
  const [isNew] = useState(() => matchMedia('(pointer: coarse)').matches && !isHintKnown());
  useEffect(() => (isNew ? forgetHint : undefined), [isNew]);
  return (
    isNew &&
    isShown && (
      <p className="quiet screen-only" data-hint>
        Swipe left or right to move between questions.
      </p>
    )
  );
};
