import { useEffectEvent, useLayoutEffect } from 'react';
import { findMainAction } from '#ui/press-guard.ts';
import { hasLetterKeys } from './letter-keys.ts';

export type Shortcuts = {
  choose: (position: number) => void;
  /** How many there are to choose from, which decides what the F key does. */
  options: number;
  move: (by: 1 | -1) => void;
  flag: () => void;
  doubt: () => void;
  strike: (position: number) => void;
  showHelp: () => void;
};

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])');

/** Arrow keys on an option move the choice, as in any group of radio buttons. */
const isChoosing = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input');

/** Enter on a button or a link belongs to that control. */
const hasOwnEnter = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('button, a, summary') !== null;

/**
 * The key as on a Latin keyboard. Where another script, or the upper row of a French keyboard, has
 * something else at its place, the place counts. A sign typed with Shift is only that sign.
 */
const keyOf = ({ key, code, shiftKey }: KeyboardEvent) => {
  const [, kind, name = ''] = /^(Key|Digit)(.)$/.exec(code) ?? [];
  const isSign = kind === 'Digit' && !shiftKey && !/^[a-z\d]$/i.test(key);
  return (name && (isSign || /[^ -~]/.test(key)) ? name : key).toLowerCase();
};

const positionOf = (key: string) => {
  if (/^[1-9]$/.test(key)) return Number(key) - 1;
  return /^[a-f]$/.test(key) ? key.charCodeAt(0) - 'a'.charCodeAt(0) : undefined;
};

const actionFor = (event: KeyboardEvent, shortcuts: Shortcuts) => {
  const key = keyOf(event);
  if (key === 'enter' && !hasOwnEnter(event.target)) return () => findMainAction()?.click();
  if (!isChoosing(event.target)) {
    if (key === 'arrowright') return () => shortcuts.move(1);
    if (key === 'arrowleft') return () => shortcuts.move(-1);
  }
  if (!hasLetterKeys()) return undefined;
  const position = positionOf(key);
  if (position !== undefined && position < shortcuts.options) {
    if (!event.shiftKey || /\d/.test(key)) return () => shortcuts.choose(position);
    if (key !== 'f') return () => shortcuts.strike(position);
  }
  if (key === 'n') return () => shortcuts.move(1);
  if (key === 'p') return () => shortcuts.move(-1);
  if (key === 'f') return shortcuts.flag;
  if (key === 'u') return shortcuts.doubt;
  return key === '?' ? shortcuts.showHelp : undefined;
};

/** Shortcuts for the whole runner, inactive while typing or while a dialog is open. */
export const useShortcuts = (shortcuts: Shortcuts) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // An input method that composes a character sends its keys, some only by this number.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.repeat || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const action = actionFor(event, shortcuts);
    if (!action) return;
    event.preventDefault();
    action();
  });
  // Before the first paint, so that no key comes too early.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
};
