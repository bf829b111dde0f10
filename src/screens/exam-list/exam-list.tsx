import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import { emptyStudy, type Learning } from '#contract/learner.ts';
import type { Failure, Result } from '#contract/result.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { matchesSearch } from '#exam/labels.ts';
import { catchUp, findOpenRun } from '#exam/stored-run.ts';
import { openAhead } from '#offline/session/exam-session.ts';
import { useOnline } from '#offline/use-offline.ts';
import { readAllLearning, updateStudy } from '#storage/learner-store.ts';
import { accentOf } from '#theme/accent.ts';
import { TextButton } from '#ui/button.tsx';
import { later } from '#ui/later.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useGradual } from '#ui/use-gradual.tsx';
import { useMediaQuery, WIDE } from '#ui/use-media-query.ts';
import { LoadNote } from '../load-note.tsx';
import { useExamsHere } from '../saved-exam/use-exams-here.ts';
import { isFinal, useCall, useSlow } from '../use-call.ts';
import { type CardSheet, ExamCard } from './exam-card.tsx';
import styles from './exam-list.module.css';
import { ExamListFrame, ExamPlaceholders, useSearch } from './exam-list-frame.tsx';

/** `value`, once it has not changed for `delay` milliseconds, and a way to set it at once. */
const useDebounced = (value: string, delay: number) => {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return [debounced, setDebounced] as const;
};

const PracticeSheet = later(() => import('../practice-sheet.tsx'), 'PracticeSheet');
const MockSheet = later(() => import('../mock-sheet.tsx'), 'MockSheet');
const ExamSearch = later(() => import('../exam-search.tsx'), 'ExamSearch');
const AboutQuestions = later(() => import('../about-questions.tsx'), 'AboutQuestions');
const StartSheet = later(() => import('./start-sheet.tsx'), 'StartSheet');
const ExamProgress = later(() => import('./exam-progress.tsx'), 'ExamProgress');

const SEARCH_DELAY = 300;
const NONE: ExamSummary[] = [];

/** How long the list waits for the learner's progress, so that nothing moves, in milliseconds. */
const LEARNING_TIMEOUT = 300;
const NOTHING_LEARNED: ReadonlyMap<string, Learning> = new Map();
const NOTHING: Learning = { runs: [], history: [], study: emptyStudy };

const useProviderLearning = (apiUrl: string, providerId: string) => {
  const [learned, setLearned] = useState<typeof NOTHING_LEARNED>();
  useEffect(() => {
    const giveUp = () => setLearned((known) => known ?? NOTHING_LEARNED);
    const timer = setTimeout(giveUp, LEARNING_TIMEOUT);
    readAllLearning(apiUrl, catchUp).then((all) => {
      const own = all.filter(({ exam }) => exam.providerId === providerId);
      setLearned(new Map(own.map((learning) => [learning.exam.examId, learning])));
    });
    return () => clearTimeout(timer);
  }, [apiUrl, providerId]);
  const setDate = (examId: string, examDate: string | undefined) => {
    const { study, ...rest } = learned?.get(examId) ?? NOTHING;
    setLearned(new Map(learned).set(examId, { ...rest, study: { ...study, examDate } }));
    void updateStudy({ apiUrl, providerId, examId }, (stored) => ({ ...stored, examDate }));
  };
  return [learned, setDate] as const;
};

/** How long saved exams wait for the list, in milliseconds. */
const SLOW = 4000;

/** The list, or the exams on this device while there is no list. */
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

/** The number of exams opened before a tap, on an unmetered connection. */
const OPENED_AHEAD = 3;

type Connection = { saveData?: boolean; type?: string };

/** True if the browser can't tell. */
const isMetered = () => {
  const { connection } = navigator as { connection?: Connection };
  return !connection || connection.saveData || connection.type === 'cellular';
};

/** Opens the first exams ahead, so that Start shows a question at once. */
const useOpenAhead = (providerId: string, exams: ExamSummary[]) => {
  const { api, config } = useApi();
  const { apiUrl } = config;
  useEffect(() => {
    if (isMetered() || !globalThis.requestIdleCallback) return;
    const idle = requestIdleCallback(() => {
      for (const { name } of exams.slice(0, OPENED_AHEAD)) {
        openAhead(api, { apiUrl, providerId, examId: name });
      }
    });
    return () => cancelIdleCallback(idle);
  }, [api, apiUrl, providerId, exams]);
};

type CardsProps = {
  providerId: string;
  exams: ExamSummary[];
  learned: typeof NOTHING_LEARNED;
  onDate: (examId: string, examDate: string | undefined) => void;
};
type Opened = { examId: string; sheet: CardSheet };

/** The exam that was answered last; undefined if none of them was practiced. */
const findLatest = (exams: ExamSummary[], learned: typeof NOTHING_LEARNED) => {
  const timeOf = ({ name }: ExamSummary) => learned.get(name)?.study.reviews.at(-1)?.[0] ?? 0;
  const practiced = exams.filter(({ name }) => learned.has(name));
  return practiced.sort((a, b) => timeOf(b) - timeOf(a))[0]?.name;
};

const Cards = ({ providerId, exams, learned, onDate }: CardsProps) => {
  const [opened, setOpened] = useState<Opened>();
  const [latest] = useState(() => findLatest(exams, learned));
  const isWide = useMediaQuery(WIDE);
  const { shown, sentinel } = useGradual(exams);
  useOpenAhead(providerId, exams);
  const isOnline = useOnline();
  const open = useCallback((examId: string, sheet: CardSheet) => {
    setOpened({ examId, sheet });
  }, []);
  const close = () => setOpened(undefined);
  /** A sheet that another one has replaced must not close it. */
  const closeOf = (sheet: CardSheet) => () =>
    setOpened((now) => (now?.sheet === sheet ? undefined : now));
  const propsOf = (examId: string) => ({ providerId, examId, learning: learned.get(examId) });
  const progressOf = (examId: string) => ({
    ...propsOf(examId),
    onDate: (examDate: string | undefined) => onDate(examId, examDate),
  });
  const openRun =
    opened?.sheet === 'start' && findOpenRun(learned.get(opened.examId)?.runs ?? [], 'all');
  const beside = isWide && exams.find(({ name }) => name === latest)?.name;
  return (
    <div className={styles.columns} data-beside={Boolean(beside)}>
      <ul className={styles.cards} data-online={isOnline}>
        {shown.map((exam) => (
          <ExamCard
            key={exam.name}
            providerId={providerId}
            exam={exam}
            learning={learned.get(exam.name)}
            isMain={exam.name === (latest ?? exams[0]?.name)}
            onOpen={open}
          />
        ))}
        {sentinel}
      </ul>
      <Suspense>
        {beside && (
          <aside className={`card ${styles.aside}`}>
            <ExamProgress {...progressOf(beside)} onOpen={() => open(beside, 'progress')} />
          </aside>
        )}
        {opened && openRun && (
          <StartSheet
            providerId={providerId}
            examId={opened.examId}
            run={openRun}
            onClose={close}
          />
        )}
        {opened?.sheet === 'practice' && (
          <PracticeSheet
            {...propsOf(opened.examId)}
            onSearch={() => open(opened.examId, 'search')}
            onAbout={() => open(opened.examId, 'about')}
            onClose={closeOf('practice')}
          />
        )}
        {opened?.sheet === 'mock' && (
          <MockSheet
            {...{ providerId, examId: opened.examId, onClose: close }}
            study={learned.get(opened.examId)?.study}
          />
        )}
        {opened?.sheet === 'search' && <ExamSearch {...propsOf(opened.examId)} onClose={close} />}
        {opened?.sheet === 'about' && (
          <AboutQuestions {...propsOf(opened.examId)} onClose={close} />
        )}
        {opened?.sheet === 'progress' && (
          <Sheet label="Progress" isOpen isWide onClose={close}>
            <ExamProgress {...progressOf(opened.examId)} />
          </Sheet>
        )}
      </Suspense>
    </div>
  );
};

export const ExamList = ({ providerId }: { providerId: string }) => {
  const { api, config } = useApi();
  const { answer, retry } = useCall(
    useCallback((signal: AbortSignal) => api.fetchExams(providerId, signal), [api, providerId]),
  );
  const [learned, setDate] = useProviderLearning(config.apiUrl, providerId);
  const [search, setSearch] = useSearch();
  const [appliedSearch, applySearch] = useDebounced(search, SEARCH_DELAY);
  const box = useRef<HTMLInputElement>(null);
  const isSlow = useSlow(SLOW, !navigator.onLine);
  const exams = useShownExams(providerId, answer, isSlow);
  const found = exams.filter(({ name }) => matchesSearch(name, appliedSearch));
  const failure = answer?.ok === false ? answer.failure : undefined;
  const isEmpty = failure !== undefined || (answer !== undefined && found.length === 0);
  const clear = () => {
    setSearch('');
    applySearch('');
    box.current?.focus();
  };

  return (
    <ExamListFrame
      providerId={providerId}
      accent={accentOf(providerId)}
      search={{ ref: box, value: search, onChange: ({ target }) => setSearch(target.value) }}
    >
      {(!answer || (found.length > 0 && !learned)) && <ExamPlaceholders />}
      <p role="status" className={styles.empty}>
        {isEmpty && 'No exams available for this provider yet.'}
      </p>
      {isEmpty && exams.length > 0 && found.length === 0 && (
        <TextButton onClick={clear}>Clear search</TextButton>
      )}
      {failure && !isFinal(failure) && (
        <LoadNote subject="list" failure={failure} onRetry={retry} />
      )}
      {!answer?.ok && found.length > 0 && <p className={styles.saved}>Saved on this device</p>}
      {found.length > 0 && learned && (
        <Cards key={appliedSearch} {...{ providerId, exams: found, learned, onDate: setDate }} />
      )}
    </ExamListFrame>
  );
};
