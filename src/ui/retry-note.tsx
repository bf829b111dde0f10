import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './retry-note.module.css';

type RetryNoteProps = {
  children: ReactNode;
  label?: string;
  /** Whether its button takes the focus, which brings it into sight. */
  autoFocus?: boolean;
  onRetry: () => void;
};

/** Says what is missing and why, with a Retry button. */
export const RetryNote = ({ onRetry, children, label = 'Retry', ...props }: RetryNoteProps) => (
  <div className={`between cluster strong ${styles.note}`} role="status">
    <p>{children}</p>
    <Button {...props} onClick={onRetry}>
      {label}
    </Button>
  </div>
);
