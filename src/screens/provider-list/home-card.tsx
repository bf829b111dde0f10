import { useCallback, useEffect } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import { examAddress, runAddress } from '#contract/routes.ts';
import { SHORT } from '#exam/labels.ts';
import { type NextAction, nextAction } from '#exam/next-action.ts';
import { lastMockOf } from '#exam/progress.ts';
import { findOpenRun } from '#exam/stored-run.ts';
import { isRough, lastMockText, rangeText, sourceText } from '#exam/study-texts.ts';
import { todayOf } from '#exam/today.ts';
import { readAllLearning } from '#learner/learner-store.ts';
import type { Learning } from '#learner/schemas.ts';
import { isOnDevice } from '#offline/library/exam-library.ts';
import { setReturning } from '#storage/local-storage.ts';
import { accentOf } from '#theme/accent.ts';
import { ButtonLink } from '#ui/button.tsx';
import { DeckGlyph } from '#ui/icon.tsx';
import { Meter } from '#ui/progress.tsx';
import { ContinueWords } from '../continue-words.tsx';
import { OwnExamsApi } from '../own-exams/own-exams-api.tsx';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import { useLoaded } from '../use-loaded.ts';
import { type Readiness, useReadiness } from '../use-readiness.ts';
import styles from './home-card.module.css';
import { Plan } from './home-card-plan.tsx';
import { RunPlace } from './home-card-run.tsx';
import { Week } from './home-card-week.tsx';

type Known = Learning & { exam: ExamKey };

type Badged = { setAppBadge?: (count: number) => Promise<void> };

/** Shows on the app's icon how many reviews today still asks for, where the system has badges. */
const showBadge = (count: number) => {
  (navigator as Badged).setAppBadge?.(count).catch(() => undefined);
};

const labelText = (next: NextAction | undefined, isDue: boolean) => {
  if (next?.kind !== 'continue') return isDue ? 'Due today' : 'Welcome back';
  return next.runKind === 'mock' ? 'Mock exam running' : 'Pick up where you left off';
};

const nextText = (next: NextAction) => {
  if (next.kind === 'review') return `Review ${next.count}`;
  if (next.kind === 'continue') return <ContinueWords run={next.run} otherwise="Continue" />;
  if (next.count !== undefined) return `Practice ${next.count}`;
  // Reserves space for the number, so that nothing moves when it comes.
  return (
    <span>
      Practice <span style={{ visibility: 'hidden' }}>{SHORT}</span>
    </span>
  );
};

type ReadinessLinesProps = { known: Known; readiness: Readiness | undefined };

/** The estimate, what it rests on, and the way to the rest. */
const ReadinessLines = ({ known, readiness }: ReadinessLinesProps) => {
  const range = readiness?.range;
  const mock = lastMockOf(known);
  return (
    <div className="stack gap-2">
      <div className={`cluster between ${styles.row}`}>
        <h3>{range ? `Readiness ${rangeText(range)}` : 'Readiness'}</h3>
        <ButtonLink look="text" href={examAddress(known.exam)}>
          See progress
        </ButtonLink>
      </div>
      {range ? (
        <Meter
          of={{ low: range.low / 100, high: range.high / 100 }}
          pass={readiness.detail.sitting?.pass.share}
        />
      ) : (
        <p className="quiet">An estimate comes with more answers.</p>
      )}
      {mock && <p className="quiet figures">{lastMockText(mock)}</p>}
      {range && isRough(readiness) && <p className="quiet figures">{sourceText(readiness)}</p>}
    </div>
  );
};

/** What a returning learner sees first: where to continue, what is due, and the last week. */
const TodayCard = ({ known, all }: { known: Known; all: Known[] }) => {
  const now = Date.now();
  const { exam, study } = known;
  const { readiness } = useReadiness(exam, known);
  const today = readiness?.today ?? todayOf(study, undefined, now);
  const badge = all.reduce(
    (sum, other) => sum + (other === known ? today : todayOf(other.study, undefined, now)).due,
    0,
  );
  useEffect(() => showBadge(badge), [badge]);
  const total = readiness?.detail.questionIds.length;
  const next = nextAction(known, { due: today.due, total, now });
  const run = next?.kind === 'continue' ? next.run : undefined;
  return (
    <section className={`stack gap-4 ${styles.today}`} aria-label="Today">
      <div
        className={`stack gap-4 card deck ${styles.card}`}
        data-accent={accentOf(exam.providerId)}
      >
        <p className="label">
          <DeckGlyph />
          {labelText(next, today.due > 0)}
        </p>
        <h2 className="clamped" dir="auto" translate="no">
          {exam.examId}
        </h2>
        {next?.kind === 'continue' && (
          <RunPlace exam={exam} run={next.run} isMock={next.runKind === 'mock'} />
        )}
        {next && (
          <ButtonLink
            look="primary"
            size="large"
            className={styles.go}
            href={runAddress(exam, next.search)}
          >
            {nextText(next)}
          </ButtonLink>
        )}
        <SavedExamLine exam={exam} isInRun />
      </div>
      <div className={`stack card ruled ${styles.side}`}>
        <Plan
          {...{ study, today, run }}
          isWhole={readiness !== undefined}
          isDateMissing={known.history.length > 0 && !study.examDate}
        />
        <ReadinessLines {...{ known, readiness }} />
        <Week reviews={all.flatMap((other) => other.study.reviews)} />
      </div>
    </section>
  );
};

/** When the exam was answered last; an open mock exam goes before any other. */
const lastAnswer = ({ runs, study }: Learning) =>
  findOpenRun(runs, 'mock') ? Number.MAX_SAFE_INTEGER : (study.reviews.at(-1)?.at ?? 0);

/** The learner's data of each exam, without own exams that were removed. */
const readPresent = async (apiUrl: string) => {
  const all = await readAllLearning(apiUrl);
  const isThere = await Promise.all(
    all.map(({ exam }) => !isOwn(exam) || isOnDevice(exam).catch(() => false)),
  );
  const present = all.filter((_, index) => isThere[index]);
  if (present.length === 0) setReturning(false);
  return present;
};

/** Today's card of the exam that was answered last. */
export const HomeCard = ({ onNothing }: { onNothing: () => void }) => {
  const { apiUrl } = useApi().config;
  const all = useLoaded(useCallback(() => readPresent(apiUrl), [apiUrl]));
  const isNothing = all?.length === 0;
  useEffect(() => {
    if (!isNothing) return;
    showBadge(0);
    onNothing();
  }, [isNothing, onNothing]);
  // Of exams answered at the same time, the first.
  const [known] = all?.toSorted((a, b) => lastAnswer(b) - lastAnswer(a)) ?? [];
  if (!all || !known) return null;
  const card = <TodayCard known={known} all={all} />;
  return isOwn(known.exam) ? <OwnExamsApi>{card}</OwnExamsApi> : card;
};
