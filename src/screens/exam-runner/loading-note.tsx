import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import styles from './loading-note.module.css';

const reason = (subject: string, isEmpty: boolean) => {
  if (isEmpty) return `This ${subject} is empty.`;
  return navigator.onLine
    ? `This ${subject} could not be loaded.`
    : `You are offline and this ${subject} is not saved on this device`;
};

type LoadingNoteProps = { subject: 'exam' | 'question'; onRetry: () => void; isEmpty?: boolean };

/** How long a wait may go without a word. In milliseconds. */
const SILENT_FOR = 5000;

/** Says what a placeholder waits for, once that takes long. */
export const WaitingNote = ({
  subject,
  onRetry,
}: Pick<LoadingNoteProps, 'subject' | 'onRetry'>) => {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SILENT_FOR);
    return () => clearTimeout(timer);
  }, []);
  return (
    isLong && (
      <div className={styles.note} role="status">
        <p>Waiting for the server to send this {subject}…</p>
        <Button onClick={onRetry}>Ask again</Button>
      </div>
    )
  );
};

/** Stands beside the placeholders when nothing more will come by itself, and says what helps. */
export const LoadingNote = ({ subject, onRetry, isEmpty = false }: LoadingNoteProps) => (
  <div className={styles.note} role="status">
    <p>{reason(subject, isEmpty)}</p>
    <Button onClick={onRetry}>Retry</Button>
  </div>
);
