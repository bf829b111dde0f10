import { Suspense, useCallback, useEffect, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { Failure } from '#contract/failure.ts';
import type { ExamProgress } from '#contract/learner.ts';
import type { Result } from '#contract/result.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { matchesSearch } from '#exam/wording.ts';
import { useOnline } from '#offline/use-offline.ts';
import { readProviderProgress } from '#storage/learner-store.ts';
import { accentOf } from '#theme/accent.ts';
import { later } from '#ui/later.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { useGradual } from '#ui/use-gradual.tsx';
import { LoadNote } from '../load-note.tsx';
import { useExamsHere } from '../saved-exam/use-exams-here.ts';
import { isFinal, useCall, useSlow } from '../use-call.ts';
import { ExamCard } from './exam-card.tsx';
import styles from './exam-list.module.css';
import { ExamListFrame, ExamPlaceholders } from './exam-list-frame.tsx';

const ExamOptions = later(() => import('./exam-options.tsx'), 'ExamOptions');

const SEARCH_DELAY = 300;
const NONE: ExamSummary[] = [];

/** How long the exams wait for what was reached in them, so that nothing moves. In milliseconds. */
const PROGRESS_TIMEOUT = 300;
const NO_PROGRESS: ReadonlyMap<string, ExamProgress> = new Map();

const useProviderProgress = (apiUrl: string, providerId: string) => {
  const [progress, setProgress] = useState<typeof NO_PROGRESS>();
  useEffect(() => {
    const giveUp = () => setProgress((known) => known ?? NO_PROGRESS);
    const timer = setTimeout(giveUp, PROGRESS_TIMEOUT);
    readProviderProgress(apiUrl, providerId).then(setProgress);
    return () => clearTimeout(timer);
  }, [apiUrl, providerId]);
  return progress;
};

/** How long what is saved waits for the list. In milliseconds. */
const SLOW = 4000;

/** The list, or what of it is on this device while there is no list. */
const useShownExams = (
  providerId: string,
  answer: Result<ExamSummary[], Failure> | undefined,
  isSlow: boolean,
) => {
  const here = useExamsHere();
  if (answer?.ok) return answer.value;
  if (!answer && !isSlow) return NONE;
  return here
    .filter(({ key }) => key.providerId === providerId)
    .map(({ key, status }) => ({
      name: key.examId,
      questionCount: 'total' in status ? status.total : 0,
    }));
};

type CardsProps = { providerId: string; exams: ExamSummary[]; progress: typeof NO_PROGRESS };

const Cards = ({ providerId, exams, progress }: CardsProps) => {
  const { apiUrl } = useApi().config;
  const [optionsOf, setOptionsOf] = useState<string>();
  const { shown, sentinel } = useGradual(exams);
  const isOnline = useOnline();
  return (
    <>
      <ul className={styles.cards} data-online={isOnline}>
        {shown.map((exam) => (
          <ExamCard
            key={exam.name}
            apiUrl={apiUrl}
            providerId={providerId}
            exam={exam}
            progress={progress.get(exam.name)}
            onOptions={setOptionsOf}
          />
        ))}
        {sentinel}
      </ul>
      <Suspense>
        {optionsOf !== undefined && (
          <ExamOptions
            providerId={providerId}
            examId={optionsOf}
            progress={progress.get(optionsOf)}
            questionCount={exams.find(({ name }) => name === optionsOf)?.questionCount ?? 0}
            onClose={() => setOptionsOf(undefined)}
          />
        )}
      </Suspense>
    </>
  );
};

export const ExamList = ({ providerId }: { providerId: string }) => {
  const { api, config } = useApi();
  const { answer, retry } = useCall(
    useCallback((signal: AbortSignal) => api.fetchExams(providerId, signal), [api, providerId]),
  );
  const progress = useProviderProgress(config.apiUrl, providerId);
  const [search, setSearch] = useState('');
  const settledSearch = useDebounced(search, SEARCH_DELAY);
  const isSlow = useSlow(SLOW, !navigator.onLine);
  const exams = useShownExams(providerId, answer, isSlow);
  const found = exams.filter(({ name }) => matchesSearch(name, settledSearch));
  const failure = answer?.ok === false ? answer.failure : undefined;
  const isEmpty = failure !== undefined || (answer !== undefined && found.length === 0);

  return (
    <ExamListFrame
      providerId={providerId}
      accent={accentOf(providerId)}
      search={{ value: search, onChange: (event) => setSearch(event.target.value) }}
    >
      {!(answer && progress) && <ExamPlaceholders />}
      <p role="status" className={styles.empty}>
        {isEmpty && 'No exams available for this provider yet.'}
      </p>
      {failure && !isFinal(failure) && (
        <LoadNote subject="list" failure={failure} onRetry={retry} />
      )}
      {!answer?.ok && found.length > 0 && <p className={styles.saved}>Saved on this device</p>}
      {found.length > 0 && progress && (
        <Cards key={settledSearch} providerId={providerId} exams={found} progress={progress} />
      )}
    </ExamListFrame>
  );
};
