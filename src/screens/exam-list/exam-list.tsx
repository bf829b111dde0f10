import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { navigate, useSearch as useAddress } from 'wouter/use-browser-location';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import type { Failure, Result } from '#contract/result.ts';
import { examAddress, readExam, routes } from '#contract/routes.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { matchesSearch } from '#exam/texts/search.ts';
import { commit, readAllLearning } from '#learner/learner-store.ts';
import { emptyLearning, type Plan } from '#learner/schemas.ts';
import { subscribeToLibrary } from '#offline/library/exam-library.ts';
import { TextButton } from '#ui/button.tsx';
import { later } from '#ui/later.tsx';
import { ProviderCards } from '../exam-links/provider-cards.tsx';
import { usePlace } from '../exam-links/use-place.ts';
import { AnswerNote } from '../loading/load-note.tsx';
import { isFinal, SLOW, useCall, useSlow } from '../loading/use-call.ts';
import { useRefreshed } from '../loading/use-refreshed.ts';
import { useExamsHere } from '../saved-exam/use-exams-here.ts';
import { ExamCards, type LearningByExam } from './exam-cards.tsx';
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

const ExamPage = later(() => import('../exam-page/exam-page.tsx'), 'ExamPage');

const SEARCH_DELAY = 300;
const NONE: ExamSummary[] = [];

/** How long the list waits for the learner's progress, so that nothing moves, in milliseconds. */
const LEARNING_TIMEOUT = 300;
const NO_LEARNING: LearningByExam = new Map();

/** The learner's data of a provider's exams, and what changes it. */
const useProviderLearning = (apiUrl: string, providerId: string) => {
  const { value, show, refresh } = useRefreshed<LearningByExam>(
    useCallback(async () => {
      const all = await readAllLearning(apiUrl);
      const own = all.filter(({ exam }) => exam.providerId === providerId);
      return new Map(own.map((learning) => [learning.exam.examId, learning]));
    }, [apiUrl, providerId]),
  );
  const isLate = useSlow(LEARNING_TIMEOUT);
  const learningByExam = value ?? (isLate ? NO_LEARNING : undefined);
  /** Shown at once, and stored. */
  const plan = (exam: ExamKey, change: Plan) => {
    const known = learningByExam?.get(exam.examId) ?? emptyLearning;
    const planned = { ...known, study: { ...known.study, ...change } };
    show(new Map(learningByExam).set(exam.examId, planned));
    void commit(exam, { study: change });
  };
  return { learningByExam, plan, refresh };
};

/** The list, or the exams on this device while there is no list; opened offline, these come first. */
const useShownExams = (
  providerId: string,
  answer: Result<ExamSummary[], Failure> | undefined,
  isSlow: boolean,
) => {
  const [isOffline] = useState(() => !navigator.onLine);
  const here = useExamsHere().filter(({ key }) => key.providerId === providerId);
  if (answer?.ok) {
    const isHere = ({ name }: ExamSummary) => here.some(({ key }) => key.examId === name);
    return isOffline
      ? answer.value.toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)))
      : answer.value;
  }
  if (!answer && !isSlow) return NONE;
  return here.map(({ key, status }) => ({
    name: key.examId,
    questionCount: 'total' in status ? status.total : 0,
  }));
};

/**
 * The exam whose page the address asks for, or the name of none there is. The focus returns to the
 * exam's name in the list, if the page was not opened from there; one that was removed on its page is
 * dropped from the address. One that was renamed there stays open until the list has its new name.
 */
const useOpened = (providerId: string, exams: ExamSummary[], isWhole: boolean) => {
  const asked = readExam(useAddress());
  const last = useRef<string>(undefined);
  const find = (wanted: string | null | undefined) => exams.find(({ name }) => name === wanted);
  const opened = find(asked) ?? (asked === null ? undefined : find(last.current));
  const unknown = isWhole && !opened ? asked : null;
  useEffect(() => {
    if (opened) {
      last.current = opened.name;
      return;
    }
    if (last.current === undefined) return;
    if (unknown === last.current) {
      navigate(routes.examList.address(providerId), { replace: true });
    } else if (!asked) {
      const href = examAddress({ providerId, examId: last.current });
      const isLost = document.activeElement === document.body;
      if (isLost) document.querySelector<HTMLElement>(`.face[href="${href}"]`)?.focus();
      last.current = undefined;
    }
  }, [providerId, asked, opened, unknown]);
  return { opened, unknown };
};

export const ExamList = ({ providerId }: { providerId: string }) => {
  const { api, config } = useApi();
  const { answer, retry, askAgain } = useCall(
    useCallback((signal: AbortSignal) => api.fetchExams(providerId, signal), [api, providerId]),
  );
  const { learningByExam, plan, refresh } = useProviderLearning(config.apiUrl, providerId);
  const hasOwn = isOwn(config);
  useEffect(() => {
    if (!hasOwn) return;
    return subscribeToLibrary(({ kind, key }) => {
      if (!isOwn(key) || kind === 'status') return;
      // Its page may be open, with what is typed and said there.
      askAgain();
      void refresh();
    });
  }, [hasOwn, askAgain, refresh]);
  const isBare = hasOwn && answer?.ok === true && answer.value.length === 0;
  useLayoutEffect(() => {
    // Home has the way to add some.
    if (isBare) navigate(routes.providerList.address(), { replace: true });
  }, [isBare]);
  const [search, setSearch] = useSearch();
  const [appliedSearch, applySearch] = useDebounced(search, SEARCH_DELAY);
  const box = useRef<HTMLInputElement>(null);
  const isSlow = useSlow(SLOW, !navigator.onLine);
  const exams = useShownExams(providerId, answer, isSlow);
  const found = exams.filter(({ name }) => matchesSearch(name, appliedSearch));
  const failure = answer?.ok === false ? answer.failure : undefined;
  const isUnknown = failure === 'exams-not-found';
  const place = usePlace(isUnknown, providerId);
  const isPending = !answer || (isUnknown && !place);
  const isNowhere = place !== undefined && !place.provider && place.providers.length > 0;
  const isEmpty = !isPending && (failure !== undefined || found.length === 0);
  const { opened, unknown } = useOpened(providerId, exams, answer?.ok === true && !isBare);
  const clear = () => {
    setSearch('');
    applySearch('');
    box.current?.focus();
  };

  return (
    <ExamListFrame
      providerId={providerId}
      search={
        isNowhere
          ? undefined
          : { ref: box, value: search, onChange: ({ target }) => setSearch(target.value) }
      }
    >
      {(isPending || (found.length > 0 && !learningByExam)) && <ExamPlaceholders />}
      <p role="status" className={`dim ${styles.empty}`}>
        {isEmpty && 'No exams available for this provider yet.'}
        {!isEmpty &&
          unknown !== null &&
          `There is none called “${unknown}” here. These are the exams we have:`}
      </p>
      {isEmpty && isNowhere && (
        <>
          <p className={`dim ${styles.empty}`}>
            {`There is none called “${providerId}” here. These are the providers we have:`}
          </p>
          <ProviderCards providers={place.providers} heading="h2" />
        </>
      )}
      {isEmpty && exams.length > 0 && found.length === 0 && (
        <div className="outdented">
          <TextButton onClick={clear}>Clear search</TextButton>
        </div>
      )}
      {!(failure && isFinal(failure)) && <AnswerNote subject="list" {...{ answer, retry }} />}
      {!answer?.ok && found.length > 0 && (
        <p className={`strong ${styles.saved}`}>Saved on this device</p>
      )}
      {found.length > 0 && learningByExam && (
        <ExamCards key={appliedSearch} {...{ providerId, exams: found, learningByExam }} />
      )}
      {opened && learningByExam && (
        <ExamPage
          key={opened.name}
          {...{ providerId, opened }}
          learning={learningByExam.get(opened.name) ?? emptyLearning}
          onPlan={plan}
          onReset={refresh}
        />
      )}
    </ExamListFrame>
  );
};
