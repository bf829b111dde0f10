import type { ExamKey } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import type { ExamStatus } from '#offline/library/exam-status.ts';
import { useExamStatus, useOnline } from '#offline/use-offline.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './saved-exam-line.module.css';
import { statusText } from './status-text.ts';

const NEEDED = 'Needs a connection';

const wordsOf = (status: ExamStatus, isOnline: boolean, isOwnExam: boolean) => {
  if (status.kind === 'available') return isOwnExam ? 'On this device only' : 'Available offline';
  if (status.kind === 'absent' && isOnline) return 'Saved once you start';
  if (status.kind === 'absent' || status.kind === 'impossible') return NEEDED;
  return statusText(status);
};

/** What an exam needs, in a few words, wherever it is started. */
export const OfflineWords = ({ exam }: { exam: ExamKey }) => {
  const status = useExamStatus(exam);
  const isOnline = useOnline();
  const words = wordsOf(status, isOnline, isOwn(exam));
  const otherwise = words === NEEDED ? 'offline' : 'download';
  return (
    // Keyed, so that other words do not count as a layout shift.
    <span
      key={words}
      className={`row gap-icon fine figures ${styles.words}`}
      data-status={status.kind}
    >
      {words && <Icon name={status.kind === 'available' ? 'saved' : otherwise} size={16} />}
      {words}
    </span>
  );
};
