import { Button } from '#ui/button.tsx';
import styles from './loading-note.module.css';

const reason = (subject: string, isEmpty: boolean) => {
  if (isEmpty) return `This ${subject} is empty.`;
  return navigator.onLine
    ? `This ${subject} could not be loaded.`
    : `You are offline and this ${subject} is not saved on this device`;
};

type LoadingNoteProps = { subject: 'exam' | 'question'; onRetry: () => void; isEmpty?: boolean };

/** Stands beside the placeholders when nothing more will come by itself, and says what helps. */
export const LoadingNote = ({ subject, onRetry, isEmpty = false }: LoadingNoteProps) => (
  <div className={styles.note} role="status">
    <p>{reason(subject, isEmpty)}</p>
    <Button onClick={onRetry}>Retry</Button>
  </div>
);
