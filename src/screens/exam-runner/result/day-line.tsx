import { useId, useState } from 'react';
import type { ExamState } from '#exam/day/day-start.ts';
import { forecastText, leftText, todayText } from '#exam/day/day-texts.ts';
import { forecast } from '#exam/day/forecast.ts';
import { dateChange } from '#exam/day/plan-change.ts';
import { type Day, planDay } from '#exam/day/plan-day.ts';
import type { Plan } from '#learner/schemas.ts';
import { TextButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Pips } from '#ui/pips.tsx';
import { DateField } from '../../exam-day/date-field.tsx';
import styles from './run-result.module.css';

/** How far today is. */
export const DayLine = ({ day }: { day: Day | undefined }) => (
  <div className={`stack ${styles.day}`}>
    {day && day.size > 0 && (
      <>
        <p className="cluster between figures gap-words">
          <span className="row gap-2 strong">
            {day.isDone && <Icon name="check" size={16} className="lit" />}
            {day.isDone ? todayText(day) : leftText(day)}
          </span>
          <span className="quiet">{`${day.answered} of ${day.size} today`}</span>
        </p>
        <Pips done={day.answered} of={day.size} />
      </>
    )}
  </div>
);

type AheadProps = { state: ExamState; onPlan: (change: Plan) => void };

/** Asks for the exam's date, once there are answers to tell from where they lead. */
export const Ahead = ({ state, onPlan }: AheadProps) => {
  const now = Date.now();
  const { asksDate } = planDay(state, now);
  const [isAsked] = useState(asksDate);
  const [isOpen, setOpen] = useState(false);
  const [isOver, setOver] = useState(false);
  const fieldId = useId();
  if (!isAsked) return null;
  const refuse = () => {
    setOver(true);
    onPlan(dateChange(undefined, Date.now()));
  };
  return (
    <div className="cluster row small screen-only gap-words">
      <p>{forecastText(forecast(state, now))}</p>
      {isOpen && !isOver && (
        <>
          <label htmlFor={fieldId} className="quiet">
            When is your exam?
          </label>
          <DateField
            id={fieldId}
            isFocused
            date={state.learning.study.examDate}
            onDate={(date) => onPlan(dateChange(date, Date.now()))}
          />
        </>
      )}
      {!isOver && (
        <span className="cluster outdented">
          {!isOpen && <TextButton onClick={() => setOpen(true)}>When is your exam?</TextButton>}
          {asksDate && <TextButton onClick={refuse}>No date yet</TextButton>}
        </span>
      )}
    </div>
  );
};
