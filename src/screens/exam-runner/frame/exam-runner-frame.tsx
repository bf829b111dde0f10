import type { ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Progress } from '#ui/progress.tsx';
import { BackLink, Placeholder, Screen } from '#ui/screen.tsx';
import { ExamName } from '../../exam-links/exam-name.tsx';
import styles from '../exam-runner.module.css';
import header from './run-header.module.css';

type ExamRunnerFrameProps = {
  providerId: string;
  examId: string;
  accent?: string;
  /** Whether the exam is saved on this device. */
  status?: ReactNode;
  /** In place of the way back to the exams. */
  back?: ReactNode;
  children: ReactNode;
};

/** The frame of every run. Prerendered, so it must not use browser APIs. */
export const ExamRunnerFrame = (props: ExamRunnerFrameProps) => {
  const { providerId, examId, accent, status, back, children } = props;
  return (
    <Screen
      title={examId}
      start={back || <BackLink href={routes.examList.address(providerId)}>Back to Exams</BackLink>}
      actions={
        <>
          {status && <div className={styles.status}>{status}</div>}
          <ThemeToggle />
        </>
      }
    >
      <div className={`stack ${styles.runner}`} data-accent={accent}>
        {children}
      </div>
    </Screen>
  );
};

const OPTIONS = ['a', 'b', 'c', 'd'];

export const OptionPlaceholders = (props: { isStill?: boolean }) =>
  OPTIONS.map((key) => <Placeholder key={key} className={styles.option} {...props} />);

export const QuestionPlaceholder = ({ label }: { label: string }) => (
  <div className="stack" role="status" aria-label={label} data-slot="placeholder">
    <div className={styles.words} aria-hidden />
    <OptionPlaceholders />
  </div>
);

/** The card that a question is on. */
export const RunSheet = ({ children, bar }: { children: ReactNode; bar?: ReactNode }) => (
  <div className={styles.sheet}>
    <div className={`stack gap-5 ${styles.body}`}>{children}</div>
    {bar}
  </div>
);

type LoadingRunProps = { examName: string; children?: ReactNode };

/** Placeholders of a run's parts before the exam has loaded. */
export const LoadingRun = ({ examName, children }: LoadingRunProps) => (
  <div className={styles.column}>
    <div className={`stack gap-2 ${header.header}`}>
      <h1 className={`quiet ${header.name}`} dir="auto" translate="no" data-slot="heading">
        <ExamName name={examName} />
      </h1>
      <div className={`cluster row strong figures ${header.line}`}>
        <p data-slot="place">Loading…</p>
        <p data-slot="score" hidden />
        <p aria-hidden className={`row ${header.unready} ${header.narrow} ${header.pause}`}>
          00:00
        </p>
      </div>
      <Progress label="Loading exam" value={null} />
    </div>
    <RunSheet>
      <QuestionPlaceholder label="Loading exam" />
      {children}
    </RunSheet>
  </div>
);

type ExamRunnerShellProps = { providerId: string; examId: string; children?: ReactNode };

export const ExamRunnerShell = ({ providerId, examId, children }: ExamRunnerShellProps) => (
  <ExamRunnerFrame providerId={providerId} examId={examId}>
    <LoadingRun examName={examId}>{children}</LoadingRun>
  </ExamRunnerFrame>
);
