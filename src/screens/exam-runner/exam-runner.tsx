import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import type { RunSetup } from '#contract/learner.ts';
import { routes } from '#contract/routes.ts';
import { startedRun } from '#exam/run.ts';
import { chooseQuestions, parseSetup } from '#exam/run-setup.ts';
import { watchExam } from '#offline/exam-keeper.ts';
import { type ExamSession, openExam } from '#offline/exam-session.ts';
import { askForPersistence } from '#offline/storage-health.ts';
import { readProgress } from '#storage/learner-store.ts';
import { accentOf } from '#theme/accent.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { Screen } from '#ui/screen.tsx';
import { ExamRunProvider } from './exam-run.tsx';
import styles from './exam-runner.module.css';
import { LoadingNote } from './loading-note.tsx';
import { QuestionPlaceholder } from './question-placeholder.tsx';
import { RunHeaderPlaceholder } from './run-header.tsx';
import { newRunId } from './run-id.ts';
import { RunView } from './run-view.tsx';
import { useRetriedCall } from './use-retried-call.ts';

/** The questions to practise, once they are needed and known. */
const usePractiseList = (exam: ExamKey, setup: RunSetup) => {
  const [practise, setPractise] = useState<ReadonlySet<string>>();
  const isNeeded = setup.questions === 'practise';
  useEffect(() => {
    if (isNeeded)
      readProgress(exam).then((read) => setPractise(new Set(Object.keys(read.practise))));
  }, [exam, isNeeded]);
  return isNeeded ? practise : NOTHING;
};
const NOTHING: ReadonlySet<string> = new Set();

type RunProps = {
  exam: ExamKey;
  session: ExamSession;
  setup: RunSetup;
  practise: ReadonlySet<string>;
};

const RunOf = ({ exam, session, setup, practise }: RunProps) => {
  const { questionIds } = session.detail;
  const startRun = () =>
    startedRun(chooseQuestions(questionIds, setup, practise, Math.random), setup, newRunId());
  return (
    <ExamRunProvider startRun={startRun}>
      <RunView exam={exam} session={session} />
    </ExamRunProvider>
  );
};

type ExamRunnerProps = { providerId: string; examId: string };

export const ExamRunner = ({ providerId, examId }: ExamRunnerProps) => {
  const { api, config } = useApi();
  const { apiUrl } = config;
  const exam = useMemo(() => ({ apiUrl, providerId, examId }), [apiUrl, providerId, examId]);
  const search = useSearch();
  const setup = useMemo(() => parseSetup(search), [search]);
  const practise = usePractiseList(exam, setup);
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
        {session && practise && session.detail.questionIds.length > 0 ? (
          <RunOf key={search} exam={exam} session={session} setup={setup} practise={practise} />
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
