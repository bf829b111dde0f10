import { useId } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import { pauseExam, removeExam, syncExam } from '#offline/download/exam-sync.ts';
import type { ExamStatus } from '#offline/library/exam-status.ts';
import { useExamStatus } from '#offline/use-offline.ts';
import { TextButton } from '#ui/button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import styles from './saved-exam-line.module.css';
import { statusText } from './status-text.ts';

type Act = { label: string; act: (exam: ExamKey) => void };

const save: Act = { label: 'Save offline', act: (exam) => void syncExam(exam) };
const cancel: Act = { label: 'Cancel', act: (exam) => void pauseExam(exam) };
const retry: Act = { label: 'Retry', act: (exam) => void syncExam(exam, { isRetry: true }) };
const remove: Act = { label: 'Remove', act: (exam) => void removeExam(exam) };

const looks: Record<ExamStatus['kind'], { icon: IconName; acts: Act[] }> = {
  unknown: { icon: 'download', acts: [] },
  absent: { icon: 'download', acts: [save] },
  saving: { icon: 'download', acts: [cancel] },
  available: { icon: 'saved', acts: [remove] },
  partial: { icon: 'alert', acts: [retry, remove] },
  impossible: { icon: 'alert', acts: [] },
};

type SavedExamLineProps = {
  exam: ExamKey;
  /** In a run the status is only shown; an exam is removed elsewhere. */
  isInRun?: boolean;
  /** The id for its text. */
  textId?: string;
};

/** Whether an exam is on this device, and what can be done about it, in one line. */
export const SavedExamLine = ({ exam, isInRun = false, textId }: SavedExamLineProps) => {
  const status = useExamStatus(exam);
  const text = statusText(status);
  const { icon, acts } = looks[status.kind];
  // The only copy of own questions is not a tap away from being gone.
  const canRemove = !isInRun && !isOwn(exam);
  const offered = acts.filter((act) => canRemove || act !== remove);
  return (
    <div className={`cluster row fine figures ${styles.line}`} data-status={status.kind}>
      {/* Keyed, so that a new text does not count as a layout shift. */}
      <span key={text} id={textId} className={styles.text}>
        {text && <Icon name={icon} size={16} />}
        {text}
      </span>
      {offered.map(({ label, act }) => (
        <TextButton key={label} aria-label={`${label}: ${exam.examId}`} onClick={() => act(exam)}>
          {label}
        </TextButton>
      ))}
    </div>
  );
};

/** In a run on a narrow screen: an icon that shows the line when tapped. */
export const SavedExamMark = ({ exam }: Pick<SavedExamLineProps, 'exam'>) => {
  const { kind } = useExamStatus(exam);
  const id = useId();
  const textId = `${id}text`;
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-labelledby={textId}
        className={`bare dim ${styles.mark}`}
        data-kind={kind}
      >
        <Icon name={looks[kind].icon} size={18} />
      </button>
      <div id={id} popover="auto" className={`card ${styles.bubble}`}>
        <SavedExamLine exam={exam} isInRun textId={textId} />
      </div>
    </>
  );
};
