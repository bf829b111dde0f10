import { useId } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import type { ExamState } from '#exam/day/day-start.ts';
import { daysText, forecastText, todayText, waitingText } from '#exam/day/day-texts.ts';
import { forecast } from '#exam/day/forecast.ts';
import { dateChange, goalChange } from '#exam/day/plan-change.ts';
import type { Day } from '#exam/day/plan-day.ts';
import { questionCountText } from '#exam/texts/labels.ts';
import { type Goal, goals, type Plan } from '#learner/schemas.ts';
import { TextButton } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { Icon } from '#ui/icon.tsx';
import { Pips } from '#ui/pips.tsx';
import { DateField } from '../exam-day/date-field.tsx';
import { ActionLink } from '../exam-day/day-button.tsx';
import { Outcomes } from '../exam-day/outcomes.tsx';
import styles from './exam-page.module.css';

const goalOptions = goals.map((goal) => ({ value: `${goal}`, label: `${goal}` }));

const saysText = (day: Day) => {
  const { action, isBegun, isDone, answered, size, phase } = day;
  if (phase === 'eve' || phase === 'exam-day') return isDone ? todayText(day) : daysText(day);
  if (!isBegun && 'count' in action) return `${questionCountText(action.count)} to begin`;
  return answered === 0 && size > 0 ? `${questionCountText(size)} today` : todayText(day);
};

type TodayPanelProps = {
  exam: ExamKey;
  state: ExamState;
  day: Day;
  onPlan: (change: Plan) => void;
};

/** What the exam asks today, where that leads, and what the learner can say about it. */
export const TodayPanel = ({ exam, state, day, onPlan }: TodayPanelProps) => {
  const { action, isBegun, answered, size, phase, goal } = day;
  const { examDate } = state.learning.study;
  const dateId = useId();
  const now = Date.now();
  const ahead = forecast(state, now);
  const waiting = waitingText(day, ahead);
  const isMore = action.kind === 'more';
  const ofDay = isBegun ? size : 'count' in action ? action.count : 0;
  const { raise } = ahead;
  return (
    <section className={`stack top card deck ${styles.panel}`} aria-labelledby="today">
      <h2 id="today" className="visually-hidden">
        Today
      </h2>
      <p className="row gap-2 figures says">
        {isMore && <Icon name="check" size={24} className="lit" />}
        {saysText(day)}
      </p>
      {ofDay > 0 && <Pips done={answered} of={ofDay} />}
      {phase === 'after' && (
        <div className="cluster">
          <Outcomes onPlan={onPlan} />
        </div>
      )}
      {action.kind !== 'ask-outcome' && (
        <ActionLink {...{ exam, action }} look={isMore ? 'quiet' : 'primary'} size="large" />
      )}
      <p className={`figures ${styles.small}`}>
        {forecastText(ahead)} {waiting && <span className="quiet">{`${waiting}.`}</span>}
        {!isBegun && action.kind === 'practice' && (
          <span className="quiet">After them you’ll see how many a day get you to your exam.</span>
        )}
        {raise && (
          <TextButton onClick={() => onPlan(goalChange(raise, Date.now()))}>
            {`Make it ${raise}`}
          </TextButton>
        )}
      </p>
      <div className={`stack gap-2 small ${styles.fields}`}>
        <Choice
          label="Questions a day"
          options={goalOptions}
          value={`${goal}`}
          onChoose={(value) => onPlan(goalChange(Number(value) as Goal, Date.now()))}
          isInline
        />
        <div className="cluster between">
          <label htmlFor={dateId}>Exam date</label>
          <DateField
            id={dateId}
            date={examDate}
            onDate={(date) => onPlan(dateChange(date, Date.now()))}
          />
        </div>
        {day.asksDate && (
          <div className="outdented">
            <TextButton onClick={() => onPlan(dateChange(undefined, Date.now()))}>
              No date yet
            </TextButton>
          </div>
        )}
      </div>
    </section>
  );
};
