import { useEffect, useRef } from 'react';

export type Shortcuts = {
  choose: (position: number) => void;
  /** Whether there is an option at the position; decides what the letter F means. */
  hasOption: (position: number) => boolean;
  goOn: () => void;
  move: (by: 1 | -1) => void;
  flag: () => void;
  showHelp: () => void;
};

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])');

/** Enter on a button or a link is that control's own. */
const hasOwnEnter = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('button, a, summary') !== null;

const positionOf = (key: string) => {
  if (/^[1-9]$/.test(key)) return Number(key) - 1;
  return /^[a-f]$/.test(key) ? key.charCodeAt(0) - 'a'.charCodeAt(0) : undefined;
};

const actionFor = (event: KeyboardEvent, shortcuts: Shortcuts) => {
  const key = event.key.toLowerCase();
  const position = event.shiftKey ? undefined : positionOf(key);
  if (position !== undefined && shortcuts.hasOption(position)) {
    return () => shortcuts.choose(position);
  }
  if (key === 'enter' && !hasOwnEnter(event.target)) return shortcuts.goOn;
  if (key === 'arrowright' || key === 'n') return () => shortcuts.move(1);
  if (key === 'arrowleft' || key === 'p') return () => shortcuts.move(-1);
  if (key === 'f') return shortcuts.flag;
  return key === '?' ? shortcuts.showHelp : undefined;
};

/** Keys for the whole runner. None fires while something is typed or a dialog is open. */
export const useShortcuts = (shortcuts: Shortcuts) => {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const action = actionFor(event, current.current);
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
};
