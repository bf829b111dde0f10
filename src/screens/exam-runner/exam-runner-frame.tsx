import type { ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Progress } from '#ui/progress.tsx';
import { BackLink, Screen } from '#ui/screen.tsx';
import styles from './exam-runner.module.css';
import { QuestionPlaceholder } from './question/question-placeholder.tsx';
import header from './run-header.module.css';

type ExamRunnerFrameProps = {
  providerId: string;
  examId: string;
  accent?: string;
  children: ReactNode;
};

/** What surrounds every run. Rendered at build time too, so it may touch no browser API. */
export const ExamRunnerFrame = ({ providerId, examId, accent, children }: ExamRunnerFrameProps) => (
  <Screen
    title={examId}
    back={<BackLink href={routes.examList.address(providerId)}>Back to Exams</BackLink>}
    actions={<ThemeToggle />}
  >
    <div className={styles.runner} data-accent={accent}>
      {children}
    </div>
  </Screen>
);

/** The sizes of a run's parts before the exam is known. */
export const LoadingRun = ({ examName, children }: { examName: string; children?: ReactNode }) => (
  <div className={styles.column}>
    <div className={header.header}>
      <h1 className={header.name} dir="auto">
        {examName}
      </h1>
      <div className={header.line}>
        <p>Loading…</p>
      </div>
      <Progress label="Loading exam" value={null} />
      <div className={header.foot} />
    </div>
    <QuestionPlaceholder label="Loading exam" />
    {children}
  </div>
);

type ExamRunnerShellProps = { providerId: string; examId: string; children?: ReactNode };

export const ExamRunnerShell = ({ providerId, examId, children }: ExamRunnerShellProps) => (
  <ExamRunnerFrame providerId={providerId} examId={examId}>
    <LoadingRun examName={examId}>{children}</LoadingRun>
  </ExamRunnerFrame>
);
