import { Suspense, useEffect, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { routes } from '#contract/routes.ts';
import {
  isRough,
  lastMockText,
  paceText,
  rangeText,
  reviewSearch,
  SHORT,
  sourceText,
  todayText,
} from '#exam/labels.ts';
import { lastMockOf } from '#exam/progress.ts';
import { plainText } from '#exam/search.ts';
import { blankQuestions, continueIndex, findLastRun, findOpenRun } from '#exam/stored-run.ts';
import { dueQuestions } from '#exam/study.ts';
import { type Today, todayOf, weekOf } from '#exam/today.ts';
import { readAllLearning } from '#learner/learner-store.ts';
import type { Learning, StoredRun } from '#learner/schemas.ts';
import { readQuestion } from '#offline/library/exam-document.ts';
import { readDocument } from '#offline/library/exam-library.ts';
import { accentOf } from '#theme/accent.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { DeckGlyph, Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { Meter } from '#ui/progress.tsx';
import { showBadge } from '../app-badge.ts';
import { ContinueWords } from '../continue-words.tsx';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import { useReadiness } from '../use-readiness.ts';
import styles from './home-card.module.css';

const MockSheet = later(() => import('../mock-sheet.tsx'), 'MockSheet');

type Known = Learning & { exam: ExamKey };

/** When the exam was answered last; an open mock exam goes before any other. */
const lastAnswer = ({ runs, study }: Learning) =>
  findOpenRun(runs, 'mock') ? Number.POSITIVE_INFINITY : (study.reviews.at(-1)?.[0] ?? 0);

const dayNames = { practiced: 'Practiced', rest: 'Rest', open: '' };

/** The days practiced, without a streak to lose: two days off cost nothing. */
const Week = ({ all, now }: { all: Known[]; now: number }) => {
  const days = weekOf({ reviews: all.flatMap(({ study }) => study.reviews) }, now);
  const practiced = days.filter(({ kind }) => kind === 'practiced').length;
  return (
    <div className="stack gap-2">
      <h3>
        {practiced === 1
          ? 'Practiced on 1 of the last 7 days'
          : `Practiced on ${practiced} of the last 7 days`}
      </h3>
      <ol className={`cluster between fine ${styles.week}`} aria-hidden>
        {days.map(({ day, kind }) => (
          <li key={day} className="centered" title={dayNames[kind]}>
            <i className="disc" data-kind={kind}>
              {kind === 'practiced' && <Icon name="check" size={16} />}
            </i>
            {new Date(`${day}T12:00`).toLocaleDateString('en-US', { weekday: 'short' })}
          </li>
        ))}
      </ol>
    </div>
  );
};

type PlanProps = {
  today: Today;
  /** Whether the exam has loaded, whose new questions are then known. */
  isWhole: boolean;
  /** How much of it an open run brings. */
  inRun: number;
  address: string;
};

/** What today asks for, and whether the pace will do. Its lines are reserved until it is known. */
const Plan = ({ today, isWhole, inRun, address }: PlanProps) => {
  const count = today.due + today.fresh - inRun;
  return (
    <div className={`cluster between ${styles.row} ${styles.asked}`}>
      <div className={styles.plan}>
        <h3>Today</h3>
        <p className="figures">{(isWhole || !today.isDone) && todayText(today, inRun)}</p>
        <p className="quiet figures">{isWhole && paceText(today)}</p>
      </div>
      {count > 0 && (
        <ButtonLink href={`${address}?questions=${count}`}>{`Practice ${count}`}</ButtonLink>
      )}
    </div>
  );
};

/** How many of today's questions an open run brings. */
const countInRun = ({ study }: Known, run: StoredRun | undefined, today: Today) => {
  const blanks = new Set(run && blankQuestions(run));
  const seen = new Set(study.cards.map(({ questionId }) => questionId));
  const due = dueQuestions(study, Date.now()).slice(0, today.due);
  const fresh = [...blanks].filter((id) => !seen.has(id)).length;
  return due.filter((id) => blanks.has(id)).length + Math.min(today.fresh, fresh);
};

/** The next question's text, if it is on this device; its two lines are reserved. */
const Peek = ({ exam, questionId }: { exam: ExamKey; questionId: string }) => {
  const [text, setText] = useState('');
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const document = await readDocument(exam);
      const answer = document && readQuestion(document, questionId);
      if (isCurrent) setText(answer ? plainText(answer.question) : '');
    };
    read().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [exam, questionId]);
  return (
    <p className={`clamped ${styles.peek}`} dir="auto">
      {text}
    </p>
  );
};

/** The main action: go on, unless that is an old review while today asks for others; else review. */
const planFirst = ({ exam, runs, study }: Known, { due }: Today) => {
  const address = routes.examRunner.address(exam.providerId, exam.examId);
  const last = findLastRun(runs, study.reviews);
  if (last && !(last.kind === 'review' && due > 0)) {
    return { text: 'Continue', href: `${address}?continue=${last.kind}`, last };
  }
  if (due > 0) return { text: `Review ${due}`, href: address + reviewSearch(due), last: undefined };
  return { text: `Practice ${SHORT}`, href: `${address}?questions=${SHORT}`, last: undefined };
};

const countRight = (results: { isCorrect: boolean }[]) =>
  results.filter(({ isCorrect }) => isCorrect).length;

/** What a returning learner sees first: where to continue, what is due, and the last week. */
const TodayCard = ({ known, all }: { known: Known; all: Known[] }) => {
  const now = Date.now();
  const { exam, study } = known;
  const { providerId, examId } = exam;
  const [isMockOpen, setMockOpen] = useState(false);
  const { readiness } = useReadiness(providerId, examId, known);
  const today = readiness?.today ?? todayOf(study, undefined, now);
  const badge = all.reduce(
    (sum, other) => sum + (other === known ? today : todayOf(other.study, undefined, now)).due,
    0,
  );
  useEffect(() => showBadge(badge), [badge]);
  const first = planFirst(known, today);
  const mock = lastMockOf(known);
  const { run, kind } = first.last ?? {};
  const index = run ? continueIndex(run) : 0;
  const results = run?.results ?? [];
  const { sitting } = readiness?.detail ?? {};
  return (
    <section className={`stack gap-4 ${styles.today}`} aria-label="Today">
      <div className={`stack gap-4 card deck ${styles.card}`} data-accent={accentOf(providerId)}>
        <p className="label">
          <DeckGlyph />
          {kind === 'mock' && 'Mock exam running'}
          {run && kind !== 'mock' && 'Pick up where you left off'}
          {!run && (today.due > 0 ? 'Due today' : 'Welcome back')}
        </p>
        <h2 className="clamped" dir="auto" translate="no">
          {examId}
        </h2>
        {run && (
          <>
            <Peek exam={exam} questionId={run.questionIds[index] ?? ''} />
            <div>
              <p className={`cluster between quiet figures ${styles.place}`}>
                <span>{`Question ${index + 1} of ${run.questionIds.length}`}</span>
                <span>
                  {kind === 'mock'
                    ? `${results.length} answered`
                    : `Score: ${countRight(results)}/${results.length}`}
                </span>
              </p>
              <Meter of={results.length / run.questionIds.length} />
            </div>
          </>
        )}
        <div className={`cluster ${styles.actions}`}>
          <ButtonLink look="primary" size="large" href={first.href}>
            {run ? <ContinueWords run={run} otherwise={first.text} /> : first.text}
          </ButtonLink>
          <Button size="large" aria-haspopup="dialog" onClick={() => setMockOpen(true)}>
            Mock exam
          </Button>
        </div>
        <SavedExamLine exam={exam} examName={examId} isInRun />
      </div>
      <div className={`stack card ruled ${styles.side}`}>
        <Plan
          today={today}
          isWhole={readiness !== undefined}
          inRun={countInRun(known, run, today)}
          address={routes.examRunner.address(providerId, examId)}
        />
        <div className="stack gap-2">
          <div className={`cluster between ${styles.row}`}>
            <h3>{readiness?.range ? `Readiness ${rangeText(readiness.range)}` : 'Readiness'}</h3>
            <ButtonLink
              size="small"
              href={`${routes.examList.address(providerId)}?progress=${encodeURIComponent(examId)}`}
            >
              See progress
            </ButtonLink>
          </div>
          {readiness?.range ? (
            <Meter of={percentRange(readiness.range)} pass={sitting?.pass.share} />
          ) : (
            <p className="quiet">An estimate comes with more answers.</p>
          )}
          {mock && <p className="quiet figures">{lastMockText(mock)}</p>}
          {readiness?.range && isRough(readiness) && (
            <p className="quiet figures">{sourceText(readiness)}</p>
          )}
        </div>
        <Week all={all} now={now} />
      </div>
      <Suspense>
        {isMockOpen && (
          <MockSheet
            {...{ providerId, examId, learning: known }}
            onClose={() => setMockOpen(false)}
          />
        )}
      </Suspense>
    </section>
  );
};

const percentRange = ({ low, high }: { low: number; high: number }) => ({
  low: low / 100,
  high: high / 100,
});

/** Today's card of the exam that was answered last. */
export const HomeCard = ({ onNothing }: { onNothing: () => void }) => {
  const { apiUrl } = useApi().config;
  const [all, setAll] = useState<Known[]>();
  useEffect(() => {
    let isCurrent = true;
    readAllLearning(apiUrl).then((read) => {
      if (!isCurrent) return;
      setAll(read);
      if (read.length > 0) return;
      showBadge(0);
      onNothing();
    });
    return () => {
      isCurrent = false;
    };
  }, [apiUrl, onNothing]);
  const known = all?.reduce(
    (last: Known | undefined, next) => (last && lastAnswer(last) >= lastAnswer(next) ? last : next),
    undefined,
  );
  return all && known && <TodayCard known={known} all={all} />;
};
