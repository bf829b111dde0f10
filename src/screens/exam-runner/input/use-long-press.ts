import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** How long a finger rests on something, and how far it may move, in milliseconds and CSS pixels. */
const LONG = 500;
const STILL = 10;

/**
 * Handlers that call `act` on a long press or a right click. The click that ends a long press is
 * taken away, as is the menu. Without `act` nothing changes.
 */
export const useLongPress = (act: (() => void) | undefined) => {
  const press = useRef<{ x: number; y: number; timer: number; isOver: boolean }>(undefined);
  if (!act) return undefined;
  const end = () => clearTimeout(press.current?.timer);
  const finish = () => {
    end();
    if (press.current?.isOver) return;
    if (press.current) press.current.isOver = true;
    act();
  };
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      end();
      const timer = pointerType === 'touch' ? window.setTimeout(finish, LONG) : 0;
      press.current = { x, y, timer, isOver: false };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = press.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > STILL) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      finish();
    },
    onClick: (event: MouseEvent) => {
      if (press.current?.isOver) event.preventDefault();
      press.current = undefined;
    },
  };
};
