import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { examAddress, runAddress } from '#contract/routes.ts';
import { daysText, forecastText, todayText, wholeText } from '#exam/day/day-texts.ts';
import { forecast } from '#exam/day/forecast.ts';
import { dateChange } from '#exam/day/plan-change.ts';
import { noteText } from '#exam/day/study.ts';
import type { Plan } from '#learner/schemas.ts';
import { accentOf } from '#theme/accent.ts';
import { Button, ButtonLink, TextButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Meter } from '#ui/meter.tsx';
import { Pips } from '#ui/pips.tsx';
import { ActionLink, EndedMock } from '../exam-day/day-button.tsx';
import { Outcomes } from '../exam-day/outcomes.tsx';
import { ExamName } from '../exam-links/exam-name.tsx';
import type { ExamDay } from '../exam-links/use-exam-days.ts';
import { OfflineWords } from '../saved-exam/offline-words.tsx';
import styles from './today.module.css';

type LineProps = { children: ReactNode; end?: ReactNode };

/** What the day is at, and beside it how far the exam is away. */
const Line = ({ children, end }: LineProps) => (
  <p className="cluster between figures gap-words">
    <b className="row gap-icon">{children}</b>
    {end && <span className="quiet">{end}</span>}
  </p>
);

const Done = () => (
  <>
    <Icon name="check" size={16} className="lit" />
    Done for today
  </>
);

/** Where the goal leads, before the day's first answer. */
const Ahead = ({ known: { day, learning } }: { known: ExamDay }) => {
  const state = { listed: day.counts.total - learning.study.opened.length, learning };
  return <p className="quiet">{forecastText(forecast(state, Date.now()))}</p>;
};

/** What the exam asks today, in words. */
const Says = ({ known }: { known: ExamDay }) => {
  const { day, isCounted } = known;
  const { action, phase, answered, size, isDone } = day;
  if (action.kind === 'mock') {
    const { results, questionIds } = action.run;
    const of = questionIds.length;
    return (
      <>
        <Line end={`Answered ${results.length} of ${of}`}>Mock exam</Line>
        <Meter of={results.length / of} />
      </>
    );
  }
  if (phase === 'after') return <b>How did it go?</b>;
  if (phase === 'passed') {
    return (
      <>
        <b>You passed</b>
        <p className="dim">The plan for this exam rests. What you know stays here.</p>
      </>
    );
  }
  const isLight = phase !== 'plain';
  if (isLight && answered === 0 && !isDone) {
    const isEve = phase === 'eve';
    return (
      <>
        <b>{isEve ? 'Your exam is tomorrow' : daysText(day)}</b>
        <p className="dim">
          {isEve ? `Light day: ${size}. Only what you missed last.` : 'Good luck!'}
        </p>
        {isEve && <Pips done={0} of={size} />}
      </>
    );
  }
  if (answered === 0 && !isDone) return isCounted && day.isBegun ? <Ahead known={known} /> : null;
  const words = isDone ? day.isBegun && <Done /> : todayText(day);
  return (
    <>
      <Line end={isLight ? '' : daysText(day)}>{words}</Line>
      <Pips done={answered} of={isDone ? Math.max(answered, 1) : size} />
    </>
  );
};

type ActionsProps = { known: ExamDay; onPlan: (plan: Plan) => void; onNext: () => void };

/** The day's one button, or what is asked instead. */
const Actions = ({ known, onPlan, onNext }: ActionsProps) => {
  const { exam, day, isReady } = known;
  const { action, phase } = day;
  if (action.kind === 'ask-outcome') return <Outcomes onPlan={onPlan} />;
  if (phase === 'passed') {
    return (
      <Button size="large" onClick={onNext}>
        Choose the next exam
      </Button>
    );
  }
  if (!isReady) return null;
  const look = action.kind === 'more' ? 'quiet' : 'primary';
  return <ActionLink {...{ exam, action, look }} size="large" />;
};

/** The exam that the learner is about: what it asks today, and its page behind its name. */
export const CurrentExam = ({ known, onPlan, onNext }: ActionsProps) => {
  const { exam, day, learning, isReady } = known;
  const { whole, endedMock, asksDate, phase } = day;
  const hasNotes = learning.study.marks.some((mark) => noteText(mark) !== '');
  return (
    <section
      className={`stack gap-4 card deck ${styles.card}`}
      data-accent={accentOf(exam.providerId)}
      aria-label="Today"
    >
      {endedMock && isReady && <EndedMock exam={exam} runId={endedMock} />}
      <h2>
        <Link href={examAddress(exam)} className={`row ${styles.name}`}>
          <span dir="auto" translate="no">
            <ExamName name={exam.examId} />
          </span>
          <Icon name="forward" className="directional dim" />
        </Link>
      </h2>
      <div className="stack">
        <Says known={known} />
        <div className={`cluster ${styles.go}`}>
          <Actions {...{ known, onPlan, onNext }} />
        </div>
      </div>
      {asksDate && (
        <p className="cluster between quiet gap-words">
          <span>When is your exam?</span>
          <span className="cluster outdented">
            <ButtonLink look="text" href={examAddress(exam)}>
              Add the date
            </ButtonLink>
            <TextButton onClick={() => onPlan(dateChange(undefined, Date.now()))}>
              No date yet
            </TextButton>
          </span>
        </p>
      )}
      <p className={`cluster between ${styles.foot}`}>
        {whole && isReady && phase !== 'eve' && (
          <ButtonLink look="text" href={runAddress(exam, { continue: 'all' })}>
            {wholeText(whole)}
          </ButtonLink>
        )}
        {phase === 'eve' && hasNotes && (
          <ButtonLink look="text" href={examAddress(exam, 'notes')}>
            Look at your notes
          </ButtonLink>
        )}
        <OfflineWords exam={exam} />
      </p>
    </section>
  );
};
