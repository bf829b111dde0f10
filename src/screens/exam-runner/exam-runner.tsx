import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { routes } from '#contract/routes.ts';
import { type Run, startedRun } from '#exam/run.ts';
import { watchExam } from '#offline/exam-keeper.ts';
import { type ExamSession, openExam } from '#offline/exam-session.ts';
import { askForPersistence } from '#offline/storage-health.ts';
import { accentOf } from '#theme/accent.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { Screen } from '#ui/screen.tsx';
import { ExamRunProvider } from './exam-run.tsx';
import styles from './exam-runner.module.css';
import { LoadingNote, WaitingNote } from './loading-note.tsx';
import { QuestionPlaceholder } from './question-placeholder.tsx';
import { RunHeaderPlaceholder } from './run-header.tsx';
import { newRunId } from './run-id.ts';
import { RunView } from './run-view.tsx';
import { useRetriedCall } from './use-retried-call.ts';

type RunProps = { exam: ExamKey; session: ExamSession; search: string };

/** The plain Start's run at once; one that is set up otherwise once it has been planned. */
const RunOf = ({ exam, session, search }: RunProps) => {
  const { questionIds } = session.detail;
  const [planned, setPlanned] = useState<Run>();

  useEffect(() => {
    if (!search) return;
    let isCurrent = true;
    import('./planned-run.ts').then(async ({ planRun }) => {
      const run = await planRun(exam, questionIds, search);
      if (isCurrent) setPlanned(run);
    });
    return () => {
      isCurrent = false;
    };
  }, [exam, questionIds, search]);

  if (search && !planned) return <LoadingRun examName={exam.examId} />;
  const startRun = () => planned ?? startedRun(questionIds, undefined, newRunId());
  return (
    <ExamRunProvider startRun={startRun}>
      <RunView exam={exam} session={session} />
    </ExamRunProvider>
  );
};

const LoadingRun = ({ examName, children }: { examName: string; children?: ReactNode }) => (
  <div className={styles.column}>
    <RunHeaderPlaceholder examName={examName} />
    <QuestionPlaceholder label="Loading exam" />
    {children}
  </div>
);

type ExamRunnerProps = { providerId: string; examId: string };

export const ExamRunner = ({ providerId, examId }: ExamRunnerProps) => {
  const { api, config } = useApi();
  const { apiUrl } = config;
  const exam = useMemo(() => ({ apiUrl, providerId, examId }), [apiUrl, providerId, examId]);
  const [search] = useState(() => location.search);
  const { answer, retry } = useRetriedCall(
    useCallback((signal: AbortSignal) => openExam(api, exam, signal), [api, exam]),
  );
  const session = answer?.ok ? answer.value : undefined;

  useEffect(() => watchExam(exam), [exam]);
  useEffect(() => {
    askForPersistence();
  }, []);

  return (
    <Screen
      title={examId}
      back={<BackLink href={routes.examList.address(providerId)}>Back to Exams</BackLink>}
      actions={<ThemeToggle />}
    >
      <div className={styles.runner} data-accent={accentOf(providerId)}>
        {session && session.detail.questionIds.length > 0 ? (
          <RunOf key={search} exam={exam} session={session} search={search} />
        ) : (
          <LoadingRun examName={examId}>
            {answer ? (
              <LoadingNote subject="exam" onRetry={retry} isEmpty={answer.ok} />
            ) : (
              <WaitingNote subject="exam" onRetry={retry} />
            )}
          </LoadingRun>
        )}
      </div>
    </Screen>
  );
};
