import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import styles from './sheet.module.css';

type SheetProps = { label: string; isOpen: boolean; onClose: () => void; children: ReactNode };

/** A modal dialog that rises from the bottom edge. The browser handles focus and Escape. */
export const Sheet = ({ label, isOpen, onClose, children }: SheetProps) => {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the close button serve the keyboard; this is a tap beside the sheet.
    <dialog
      ref={dialog}
      aria-label={label}
      className={styles.sheet}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={`stack ${styles.content}`}>
        <div className="between">
          <h2>{label}</h2>
          <button
            type="button"
            aria-label="Close"
            className={`round ${styles.close}`}
            onClick={onClose}
          >
            <Icon name="cross" size={20} />
          </button>
        </div>
        {isOpen && children}
      </div>
    </dialog>
  );
};
