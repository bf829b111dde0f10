import { useId } from 'react';
import type { ExamKey } from '#contract/caches.ts';
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

const acts: Record<ExamStatus['kind'], Act[]> = {
  unknown: [],
  absent: [save],
  saving: [cancel],
  available: [remove],
  partial: [retry, remove],
  impossible: [],
};

const icons: Record<ExamStatus['kind'], IconName> = {
  unknown: 'download',
  absent: 'download',
  saving: 'download',
  available: 'saved',
  partial: 'alert',
  impossible: 'alert',
};

type SavedExamLineProps = {
  exam: ExamKey;
  /** The exam's name, for the buttons' accessible names. */
  examName: string;
  /** In a run the status is only shown; an exam is removed elsewhere. */
  isInRun?: boolean;
  /** The id for its text. */
  textId?: string;
};

/** Whether an exam is on this device, and what can be done about it, in one line. */
export const SavedExamLine = (props: SavedExamLineProps) => {
  const { exam, examName, isInRun = false, textId } = props;
  const status = useExamStatus(exam);
  const text = statusText(status);
  const offered = acts[status.kind].filter((act) => !isInRun || act !== remove);
  return (
    <div className={`cluster row fine figures ${styles.line}`} data-status={status.kind}>
      {/* Keyed, so that a new text does not count as a layout shift. */}
      <span key={text} id={textId} className={styles.text}>
        {text && <Icon name={icons[status.kind]} size={16} />}
        {text}
      </span>
      {offered.map(({ label, act }) => (
        <TextButton key={label} aria-label={`${label}: ${examName}`} onClick={() => act(exam)}>
          {label}
        </TextButton>
      ))}
    </div>
  );
};

/** In a run on a narrow screen: an icon that shows the line when tapped. */
export const SavedExamMark = ({ exam, examName }: SavedExamLineProps) => {
  const { kind } = useExamStatus(exam);
  const id = useId();
  const textId = `${id}text`;
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-labelledby={textId}
        className={`bare ${styles.mark}`}
        data-kind={kind}
      >
        <Icon name={icons[kind]} size={18} />
      </button>
      <div id={id} popover="auto" className={`card ${styles.bubble}`}>
        <SavedExamLine exam={exam} examName={examName} isInRun textId={textId} />
      </div>
    </>
  );
};
