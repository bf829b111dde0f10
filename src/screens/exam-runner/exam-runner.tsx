import { useCallback, useEffect, useMemo, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { failed, success } from '#contract/result.ts';
import { runAddress } from '#contract/routes.ts';
import { startedRun } from '#exam/run/run.ts';
import { askForPersistence } from '#offline/page/storage-health.ts';
import type { ExamSession } from '#offline/session/exam-session.ts';
import { findOpened, openExam } from '#offline/session/open-exam.ts';
import { accentOf } from '#theme/accent.ts';
import { BackLink } from '#ui/screen.tsx';
import { useIsWide } from '#ui/use-is-wide.ts';
import { findRun, newRunId, takeRun } from '../exam-day/run-start.ts';
import { LoadNote, WaitingNote } from '../loading/load-note.tsx';
import { useCall } from '../loading/use-call.ts';
import { SavedExamLine, SavedExamMark } from '../saved-exam/saved-exam-line.tsx';
import { LostRun } from './entry/lost-run.tsx';
import { ExamRunnerFrame, LoadingRun } from './frame/exam-runner-frame.tsx';
import { backToResult, type Look, useLook } from './result/look.ts';
import { ExamRunProvider } from './run/run-context.tsx';
import { RunView } from './run-view.tsx';

type AskedRunProps = { exam: ExamKey; session: ExamSession; search: string };

/** The run that the address asks for: at once if it is a plain one or was set up ahead. */
const AskedRun = ({ exam, session, search }: AskedRunProps) => {
  const { detail } = session;
  const [ready] = useState(() =>
    search
      ? takeRun(exam, search)
      : { run: startedRun(detail.questionIds, undefined, newRunId(), Date.now()) },
  );
  const { answer, retry } = useCall(
    useCallback(async () => {
      try {
        return success(ready ?? (await findRun(exam, detail, search)));
      } catch {
        return failed('questions-failed' as const);
      }
    }, [ready, exam, detail, search]),
    () => ready,
  );
  const isEmpty = answer?.ok && answer.value.run.questionIds.length === 0;
  if (answer?.ok && !isEmpty) {
    return (
      <ExamRunProvider exam={exam} session={session} start={answer.value}>
        <RunView />
      </ExamRunProvider>
    );
  }
  return (
    <LoadingRun examName={exam.examId}>
      {isEmpty && <p role="status">Every question that this would ask is set aside.</p>}
      {answer?.ok === false && <LoadNote subject="exam" failure={answer.failure} onRetry={retry} />}
    </LoadingRun>
  );
};

const BackToResult = ({ exam, look }: { exam: ExamKey; look: Look }) => (
  <BackLink
    href={runAddress(exam, { result: look.run })}
    onClick={(event) => {
      event.preventDefault();
      backToResult();
    }}
  >
    Back to result
  </BackLink>
);

type ExamRunnerProps = { providerId: string; examId: string };

export const ExamRunner = ({ providerId, examId }: ExamRunnerProps) => {
  const { api, config } = useApi();
  const { apiUrl } = config;
  const exam = useMemo(() => ({ apiUrl, providerId, examId }), [apiUrl, providerId, examId]);
  const [search] = useState(() => location.search);
  const { answer, retry } = useCall(
    useCallback((signal: AbortSignal) => openExam(api, exam, signal), [api, exam]),
    () => findOpened(exam),
  );
  const look = useLook();
  const session = answer?.ok ? answer.value : undefined;
  const Status = useIsWide() ? SavedExamLine : SavedExamMark;

  useEffect(() => {
    askForPersistence();
  }, []);

  return (
    <ExamRunnerFrame
      providerId={providerId}
      examId={examId}
      accent={accentOf(providerId)}
      back={look && <BackToResult {...{ exam, look }} />}
      status={(!answer || session) && <Status exam={exam} isInRun />}
    >
      {session && session.detail.questionIds.length > 0 ? (
        <AskedRun exam={exam} session={session} search={search} />
      ) : answer ? (
        <LostRun
          {...{ providerId, examId }}
          failure={answer.ok ? undefined : answer.failure}
          onRetry={retry}
        />
      ) : (
        <LoadingRun examName={examId}>
          <WaitingNote subject="exam" onRetry={retry} />
        </LoadingRun>
      )}
    </ExamRunnerFrame>
  );
};
