import { useCallback, useEffect, useMemo } from 'react';
import { useApi } from '#api/api-context.tsx';
import { routes } from '#contract/routes.ts';
import { watchExam } from '#offline/exam-keeper.ts';
import { openExam } from '#offline/exam-session.ts';
import { askForPersistence } from '#offline/storage-health.ts';
import { accentOf } from '#theme/accent.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { Screen } from '#ui/screen.tsx';
import { ExamRunProvider } from './exam-run.tsx';
import styles from './exam-runner.module.css';
import { LoadingNote } from './loading-note.tsx';
import { QuestionPlaceholder } from './question-placeholder.tsx';
import { RunHeaderPlaceholder } from './run-header.tsx';
import { RunView } from './run-view.tsx';
import { useRetriedCall } from './use-retried-call.ts';

type ExamRunnerProps = { providerId: string; examId: string };

export const ExamRunner = ({ providerId, examId }: ExamRunnerProps) => {
  const { api, config } = useApi();
  const { apiUrl } = config;
  const exam = useMemo(() => ({ apiUrl, providerId, examId }), [apiUrl, providerId, examId]);
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
          <ExamRunProvider questionIds={session.detail.questionIds}>
            <RunView exam={exam} session={session} />
          </ExamRunProvider>
        ) : (
          <div className={styles.column}>
            <RunHeaderPlaceholder examName={examId} />
            <QuestionPlaceholder label="Loading exam" />
            {answer && <LoadingNote subject="exam" onRetry={retry} isEmpty={answer.ok} />}
          </div>
        )}
      </div>
    </Screen>
  );
};
