import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { examAddress, routes } from '#contract/routes.ts';
import { buttonText } from '#exam/day/day-texts.ts';
import { planDay } from '#exam/day/plan-day.ts';
import { askable } from '#exam/day/study.ts';
import { lastScore } from '#exam/progress/progress.ts';
import {
  finalScoreText,
  isTimeUp,
  questionState,
  type Run,
  startedRun,
  totalCorrect,
} from '#exam/run/run.ts';
import { isMock } from '#exam/run/run-setup.ts';
import { blankQuestions } from '#exam/run/stored-run.ts';
import {
  blankText,
  comeBackText,
  gainText,
  hadText,
  isLeft,
  joinedText,
  leftText,
  passText,
} from '#exam/texts/result-texts.ts';
import { emptyLearning, type RunKind, type RunSetup, runKind } from '#learner/schemas.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { Meter } from '#ui/meter.tsx';
import { Scale } from '#ui/scale.tsx';
import { findRun, newRunId, type RunStart } from '../../exam-day/run-start.ts';
import { ExamName } from '../../exam-links/exam-name.tsx';
import { useExamRun } from '../run/run-context.tsx';
import { Ahead, DayLine } from './day-line.tsx';
import type { Look } from './look.ts';
import styles from './run-result.module.css';
import { useExamState } from './use-exam-state.ts';

const ResultParts = later(() => import('./result-parts.tsx'), 'ResultParts');

const titles: Record<RunKind, string> = {
  all: 'Exam Complete!',
  mock: 'Mock exam complete',
  set: 'Set complete',
  review: 'Review complete',
  day: 'Practice complete',
};

const titleOf = (run: Run) => {
  const kind = runKind(run.setup);
  return kind === 'mock' && isTimeUp(run) ? 'Time is up' : titles[kind];
};

const isScored = (run: Run) => ['all', 'mock'].includes(runKind(run.setup));

const AGAIN: RunSetup = { questions: 'again', isShuffled: false };

/** More wrong answers than this are a day's work, of which a day's part is offered. */
const MANY = 30;

const wrongText = (count: number, of: number) => {
  const answers = of === 1 ? 'answer' : 'answers';
  return count < of
    ? `Practice ${count} of ${of} wrong ${answers}`
    : `Practice ${of} wrong ${answers}`;
};

type ResultProps = {
  /** It replaces the question instead of following it. */
  isAlone: boolean;
  /** Goes on with a question that is not answered. */
  onOpen: (index: number) => void;
  /** Looks at the answers, or at one. */
  onLook: (at: Look['at']) => void;
};

type Known = ReturnType<typeof useExamState>['state'];
type Act = { text: string; act: () => void };

/** What can be done next, the main thing first. */
const useActs = ({ onOpen, onLook }: ResultProps, known: Known) => {
  const { exam, session, run, enter } = useExamRun();
  const show = ({ run: next, stored }: RunStart) => {
    enter(next, stored);
    scrollTo({ top: 0 });
  };
  const begin = (questionIds: string[]) =>
    show({ run: startedRun(questionIds, AGAIN, newRunId(), Date.now()) });
  const day = known && planDay(known, Date.now());
  const { study } = known?.learning ?? emptyLearning;
  const wrong = askable(run.questionIds, study).filter(
    (id) => questionState(run, id) === 'incorrect',
  );
  const [blank] = run.isFinished ? [] : blankQuestions(run);
  const review: Act = { text: 'Review answers', act: () => onLook('answers') };
  const ofDay: Act[] = [];
  if (day && 'count' in day.action) {
    const { action } = day;
    ofDay.push({
      text: buttonText(action),
      act: () => void findRun(exam, session.detail, action.search).then(show),
    });
  }
  const count = wrong.length > MANY ? (day?.goal ?? 20) : wrong.length;
  const again = { text: wrongText(count, wrong.length), act: () => begin(wrong.slice(0, count)) };
  const missed = { text: 'See what you missed', act: () => onLook('wrong') };
  const acts = () => {
    if (blank !== undefined) {
      const keepGoing = { text: 'Keep going', act: () => onOpen(run.questionIds.indexOf(blank)) };
      return [keepGoing, review];
    }
    if (isLeft(run)) return [review];
    if (wrong.length > 0) return isScored(run) ? [again, review] : [missed, ...ofDay];
    // Once the day is done, more of it is only offered.
    return day?.isDone ? [review, ...ofDay] : [...ofDay, review];
  };
  return { acts: acts(), begin, day };
};

/** What a score means, in words. */
const Meaning = ({ known }: { known: Known }) => {
  const { session, run } = useExamRun();
  const { history, study, ...runs } = known?.learning ?? emptyLearning;
  const isAll = runKind(run.setup) === 'all';
  if (isLeft(run)) {
    const blanks = blankQuestions(run).length;
    return (
      <p>
        {`The clock ended your mock exam with ${blanks} blank. `}
        <span className="dim">
          Because so much was left blank, it stays out of your last and best. What is blank comes up
          in practice as before.
        </span>
      </p>
    );
  }
  const sentences = [
    passText(run, session.detail),
    blankText(run),
    isAll && comeBackText(run, study),
    gainText(run, history),
  ];
  const joined = joinedText(run, runs);
  return (
    <p>
      {sentences.filter(Boolean).join(' ')} {joined && <span className="dim">{joined}</span>}
    </p>
  );
};

/** A score on one line with the last one like it and, of a mock exam, the pass mark. */
const ScoreMeter = ({ known }: { known: Known }) => {
  const { session, run } = useExamRun();
  const share = totalCorrect(run) / run.questionIds.length;
  if (!isMock(run.setup)) return <Meter of={share} />;
  const last = lastScore(known?.learning.history ?? [], run);
  return <Scale low={0} high={100 * share} last={last} pass={session.detail.sitting?.pass.share} />;
};

/** The end of a run: what came of it, and what to do next. */
export const RunResult = (props: ResultProps) => {
  const { isAlone, onLook } = props;
  const { exam, session, run } = useExamRun();
  const heading = useRef<HTMLHeadingElement>(null);
  const { state, plan } = useExamState();
  const { acts, begin, day } = useActs(props, state);
  const Title = isAlone ? 'h1' : 'h2';
  const left = isLeft(run);
  const isSet = !isScored(run);
  useEffect(() => {
    if (isAlone) heading.current?.focus({ preventScroll: true });
  }, [isAlone]);
  return (
    <section className={`stack gap-6 ${styles.end}`} aria-label="Result">
      <div className={`stack gap-4 card deck ${styles.score}`}>
        <div>
          <Link href={examAddress(exam)} className={`row quiet ${styles.name}`}>
            <span dir="auto" translate="no">
              <ExamName name={session.detail.name} />
            </span>
            <Icon name="forward" size={16} className="directional dim" />
          </Link>
          <Title ref={heading} tabIndex={-1} className={styles.title}>
            {titleOf(run)}
          </Title>
          <p className={`figures ${styles.final}`}>
            {isSet ? (
              <>
                <span>{hadText(run)}</span>{' '}
                <span>{comeBackText(run, state?.learning.study ?? emptyLearning.study)}</span>
              </>
            ) : left ? (
              leftText(run)
            ) : (
              finalScoreText(totalCorrect(run), run.questionIds.length)
            )}
          </p>
        </div>
        {isSet ? (
          <>
            <DayLine day={day} />
            {blankText(run) && <p>{blankText(run)}</p>}
          </>
        ) : (
          <>
            {!left && <ScoreMeter known={state} />}
            <Meaning known={state} />
          </>
        )}
        <div className={`cluster ${styles.next}`}>
          {acts.map(({ text, act }, index) => (
            <Button key={text} size="large" look={index === 0 ? 'primary' : 'quiet'} onClick={act}>
              {text}
            </Button>
          ))}
          {left && (
            <ButtonLink size="large" href={`${examAddress(exam)}#mock`}>
              New mock exam
            </ButtonLink>
          )}
          <ButtonLink size="large" look="plain" href={routes.providerList.address()}>
            Back to Home
          </ButtonLink>
        </div>
        {isSet && state && <Ahead state={state} onPlan={plan} />}
      </div>
      <ResultParts onLook={onLook} onPractice={begin} learning={state?.learning} />
    </section>
  );
};
