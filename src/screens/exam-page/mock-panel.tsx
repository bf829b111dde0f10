import { useState } from 'react';
import { useLocation } from 'wouter';
import { isOwn } from '#contract/own.ts';
import { runAddress } from '#contract/routes.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { lastAndBest } from '#exam/progress/progress.ts';
import { isUnsat, TIMES } from '#exam/run/sitting.ts';
import { Button } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { Icon } from '#ui/icon.tsx';
import { EndedMock } from '../exam-day/day-button.tsx';
import styles from './exam-page.module.css';
import type { PageProps } from './page-props.ts';

const clocks = ['30', '60', '90', '120'].map((value) => ({ value, label: `${value} min` }));

/** Questions drawn anew, and those held out; where none are, or once they were seen, a fixed form. */
const kindsOf = ({ forms = [], heldOut, sitting }: ExamDetail, isNew: boolean) => {
  const drawn = {
    value: 'drawn',
    label: 'Any questions',
    note: 'Drawn anew, weighted like the exam',
  };
  if (heldOut && isNew) {
    const note = `${heldOut.questionIds.length} kept out of practice, once only`;
    return [drawn, { value: `${forms.length + 1}`, label: 'Never-seen questions', note }];
  }
  if (!heldOut && forms.length === 0) return [drawn];
  const note = `The same ${sitting?.questions} each time, to compare`;
  return [drawn, { value: heldOut ? `${forms.length + 1}` : '1', label: 'Fixed questions', note }];
};

/** Mock exams in the vendor's format; where that is not known, all questions against a clock. */
export const MockPanel = ({ exam, detail, learning, day }: PageProps) => {
  const { sitting } = detail;
  const [, navigate] = useLocation();
  const [kind, setKind] = useState('drawn');
  const [factor, setFactor] = useState('1');
  const [minutes, setMinutes] = useState('60');
  const kinds = kindsOf(detail, isUnsat(detail, learning.study));
  const scores = lastAndBest(learning.history);
  const { endedMock, action } = day;
  const like = isOwn(exam) ? '' : ', like the real exam';
  const text = sitting
    ? `${sitting.questions} questions in ${sitting.minutes} minutes${like}`
    : 'All questions against the clock.';
  const start = () =>
    navigate(
      runAddress(
        exam,
        sitting
          ? { mock: kind, time: factor === '1' ? undefined : factor }
          : { isShuffled: true, minutes: Number(minutes) },
      ),
    );
  return (
    <section className={`stack top card ${styles.panel}`} aria-labelledby="mock">
      <div className="cluster between">
        <h2 id="mock">Mock exam</h2>
        {scores?.kind === 'mock' && (
          <span className="quiet figures">{`Last ${scores.last}%, best ${scores.best}%`}</span>
        )}
      </div>
      {endedMock ? (
        <EndedMock exam={exam} runId={endedMock} />
      ) : (
        <p className="quiet">
          {action.kind === 'mock' ? 'Starting another one ends the open one.' : text}
        </p>
      )}
      {sitting && kinds.length > 1 && (
        <Choice
          label="Which questions"
          options={kinds}
          value={kind}
          onChoose={setKind}
          isUnlabeled
        />
      )}
      {!sitting && <Choice label="Time" options={clocks} value={minutes} onChoose={setMinutes} />}
      <Button onClick={start}>Start mock exam</Button>
      {sitting && (
        <details className={styles.fold}>
          <summary>
            More time
            <Icon name="forward" size={16} />
          </summary>
          <Choice
            label="If your exam center grants you extra time"
            options={TIMES.map((times) => ({
              value: `${times}`,
              label: `${sitting.minutes * times} min`,
            }))}
            value={factor}
            onChoose={setFactor}
          />
        </details>
      )}
    </section>
  );
};
