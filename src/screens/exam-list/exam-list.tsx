import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamProgress } from '#contract/learner.ts';
import { routes } from '#contract/routes.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { matchesSearch } from '#exam/wording.ts';
import { useOnline } from '#offline/use-offline.ts';
import { readProviderProgress } from '#storage/learner-store.ts';
import { accentOf } from '#theme/accent.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { Placeholder } from '#ui/placeholder.tsx';
import { Screen } from '#ui/screen.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { useGradual } from '#ui/use-gradual.tsx';
import { useCall } from '../use-call.ts';
import { ExamCard } from './exam-card.tsx';
import styles from './exam-list.module.css';

const ExamOptions = lazy(() =>
  import('./exam-options.tsx').then((m) => ({ default: m.ExamOptions })),
);

const SEARCH_DELAY = 300;
const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];
const NONE: ExamSummary[] = [];

/** How long the exams wait for what was reached in them, so that nothing moves. In milliseconds. */
const PROGRESS_PATIENCE = 300;
const NO_PROGRESS: ReadonlyMap<string, ExamProgress> = new Map();

const useProviderProgress = (providerId: string) => {
  const [progress, setProgress] = useState<typeof NO_PROGRESS>();
  useEffect(() => {
    const giveUp = () => setProgress((known) => known ?? NO_PROGRESS);
    const timer = setTimeout(giveUp, PROGRESS_PATIENCE);
    readProviderProgress(providerId).then(setProgress);
    return () => clearTimeout(timer);
  }, [providerId]);
  return progress;
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
            onClose={() => setOptionsOf(undefined)}
          />
        )}
      </Suspense>
    </>
  );
};

export const ExamList = ({ providerId }: { providerId: string }) => {
  const { api } = useApi();
  const answer = useCall(
    useCallback((signal: AbortSignal) => api.fetchExams(providerId, signal), [api, providerId]),
  );
  const progress = useProviderProgress(providerId);
  const [search, setSearch] = useState('');
  const settledSearch = useDebounced(search, SEARCH_DELAY);
  const exams = answer?.ok ? answer.value : NONE;
  const found = exams.filter(({ name }) => matchesSearch(name, settledSearch));
  const title = providerId || 'Unknown Provider';

  return (
    <Screen
      title={title}
      back={<BackLink href={routes.providerList.address()}>Back to Providers</BackLink>}
      actions={<ThemeToggle />}
    >
      <div data-accent={accentOf(providerId)}>
        <h1 className={styles.title} dir="auto">
          {title}
        </h1>
        <div className={styles.search}>
          <Icon name="search" size={18} className={styles.glass} />
          <input
            type="search"
            aria-label="Search exams"
            placeholder="Search exams..."
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        {!(answer && progress) && (
          <div className={styles.cards} role="status" aria-label="Loading exams">
            {PLACEHOLDERS.map((key) => (
              <Placeholder key={key} className={styles.placeholder} />
            ))}
          </div>
        )}
        {found.length > 0 && progress && (
          <Cards key={settledSearch} providerId={providerId} exams={found} progress={progress} />
        )}
        <p role="status" className={styles.empty}>
          {answer && found.length === 0 && 'No exams available for this provider yet.'}
        </p>
      </div>
    </Screen>
  );
};
