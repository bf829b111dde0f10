import type { ExamKey } from '#contract/caches.ts';
import type { ExamStatus } from '#offline/exam-status.ts';
import { pauseExam, removeExam, syncExam } from '#offline/exam-sync.ts';
import { useExamStatus } from '#offline/use-offline.ts';
import { TextButton } from '#ui/button.tsx';
import styles from './saved-exam-line.module.css';
import { statusText } from './wording.ts';

type Act = { label: string; act: (exam: ExamKey) => void };

const save: Act = { label: 'Save offline', act: (exam) => void syncExam(exam) };
const cancel: Act = { label: 'Cancel', act: (exam) => void pauseExam(exam) };
const retry: Act = { label: 'Retry', act: (exam) => void syncExam(exam, { isRetry: true }) };
const remove: Act = { label: 'Remove', act: (exam) => void removeExam(exam) };

const acts: Record<ExamStatus['kind'], Act[]> = {
  unknown: [],
  absent: [save],
  saving: [cancel, remove],
  available: [remove],
  partial: [retry, remove],
  impossible: [],
};

type SavedExamLineProps = {
  exam: ExamKey;
  /** Names the exam for those who hear a button without seeing what stands around it. */
  examName: string;
  /** In a run, what is saved is only stated; it is removed elsewhere. */
  isInRun?: boolean;
};

/** What of an exam is on this device, and what can be done about it, in one line. */
export const SavedExamLine = ({ exam, examName, isInRun = false }: SavedExamLineProps) => {
  const status = useExamStatus(exam);
  const text = statusText(status);
  const offered = acts[status.kind].filter((act) => !isInRun || act !== remove);
  return (
    <div className={styles.line} data-status={status.kind}>
      {/* A new text is a new element: it does not count as having moved. */}
      <span key={text} className={styles.text}>
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
