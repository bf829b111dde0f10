import { useState } from 'react';

/** A text that is kept with the entry of the browser's history, to which Back and Forward return. */
export const useKept = (name: string) => {
  const [text, setText] = useState(() => String(history.state?.[name] ?? ''));
  const keep = (changed: string) => {
    setText(changed);
    history.replaceState({ ...history.state, [name]: changed }, '');
  };
  return [text, keep] as const;
};
