import { type TouchEvent, useEffect, useRef, useState } from 'react';
import { readText, writeText } from '#storage/local-storage.ts';

/** How far a finger moves sideways for another question, in CSS pixels. */
const FAR = 64;
const HINT = 'swipe-hint';

/** The touch belongs to what scrolls or is dragged there. */
const isTaken = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[tabindex="0"], select, dialog') !== null;

/** Handlers that move on with a swipe to the left, and back with one to the right. */
export const useSwipe = (move: (by: 1 | -1) => void) => {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches.length === 1 && !isTaken(target) ? touches[0] : undefined;
      start.current = touch && { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const begun = start.current;
      const touch = changedTouches[0];
      start.current = undefined;
      if (!begun || !touch) return;
      const [dx, dy] = [touch.clientX - begun.x, touch.clientY - begun.y];
      // A selection of text is dragged sideways, too.
      if (Math.abs(dx) < FAR || Math.abs(dx) < 2 * Math.abs(dy) || `${getSelection()}`) return;
      forgetHint();
      move(dx < 0 ? 1 : -1);
    },
    onTouchCancel: () => {
      start.current = undefined;
    },
  };
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
