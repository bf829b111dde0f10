import { useCallback } from 'react';
import { useApi } from '#api/api-context.tsx';
import { routes } from '#contract/routes.ts';
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
  const { api } = useApi();
  const { answer, retry } = useRetriedCall(
    useCallback(
      (signal: AbortSignal) => api.fetchQuestions(providerId, examId, signal),
      [api, providerId, examId],
    ),
  );
  const exam = answer?.ok ? answer.value : undefined;

  return (
    <Screen
      title={examId}
      back={<BackLink href={routes.examList.address(providerId)}>Back to Exams</BackLink>}
      actions={<ThemeToggle />}
    >
      <div className={styles.runner} data-accent={accentOf(providerId)}>
        {exam && exam.questionIds.length > 0 ? (
          <ExamRunProvider questionIds={exam.questionIds}>
            <RunView place={{ providerId, examId }} exam={exam} />
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
