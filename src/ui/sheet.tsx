import { type ReactNode, useEffect, useRef, useState } from 'react';
import './dialog.css';
import { IconButton } from './icon-button.tsx';
import styles from './sheet.module.css';

/** Calls `then` once the element has stopped moving: at once without motion. */
const afterMotion = (element: HTMLElement | null, then: () => void) => {
  const moving = element?.getAnimations?.() ?? [];
  if (moving.length === 0) return then();
  Promise.allSettled(moving.map(({ finished }) => finished)).then(then);
};

type SheetProps = {
  label: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog with its title and Close always in sight. The browser handles focus and Escape. */
export const Sheet = ({ label, isOpen, onClose, children }: SheetProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  /** It still shows its content while it moves out. */
  const [isShown, setShown] = useState(isOpen);

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
    if (isOpen) setShown(true);
    else afterMotion(dialog.current, () => setShown(dialog.current?.open === true));
  }, [isOpen]);

  const close = () => dialog.current?.close();
  const leave = () => afterMotion(dialog.current, () => dialog.current?.open || onClose());

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the close button serve the keyboard; this is a tap beside the sheet.
    <dialog
      ref={dialog}
      aria-label={label}
      className={styles.sheet}
      onClose={leave}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className={`between ${styles.head}`}>
        <h2>{label}</h2>
        <IconButton label="Close" icon="cross" onClick={close} />
      </div>
      <div className={`stack gap-4 ${styles.content}`}>{(isOpen || isShown) && children}</div>
    </dialog>
  );
};
