import type { ExamKey } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import type { ExamStatus } from '#offline/library/exam-status.ts';
import { useExamStatus, useOnline } from '#offline/use-offline.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './saved-exam-line.module.css';

const wordsOf = (status: ExamStatus, isOnline: boolean, isOwnExam: boolean) => {
  switch (status.kind) {
    case 'unknown':
      return '';
    case 'available':
      return isOwnExam ? 'On this device only' : 'Available offline';
    case 'saving':
      return status.total > 0 ? `Saving ${status.done} of ${status.total}` : 'Saving…';
    case 'partial':
      return `Partly saved: ${status.done} of ${status.total}`;
    case 'absent':
      return isOnline ? 'Saved once you start' : 'Needs a connection';
    case 'impossible':
      return 'Needs a connection';
  }
};

/** What an exam needs, in two or three words, wherever it is started. */
export const OfflineWords = ({ exam }: { exam: ExamKey }) => {
  const status = useExamStatus(exam);
  const isOnline = useOnline();
  const words = wordsOf(status, isOnline, isOwn(exam));
  const isHere = status.kind === 'available';
  return (
    // Keyed, so that other words do not count as a layout shift.
    <span key={words} className={`row figures ${styles.words}`} data-status={status.kind}>
      {words && <Icon name={isHere ? 'saved' : 'download'} size={16} />}
      {words}
    </span>
  );
};
