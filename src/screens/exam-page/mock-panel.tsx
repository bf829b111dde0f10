import { useState } from 'react';
import { useLocation } from 'wouter';
import { isOwn } from '#contract/own.ts';
import { printRunQuery, runAddress } from '#contract/routes.ts';
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

/** What a mock exam can ask, and how long it may take. */
const useMock = (detail: ExamDetail, isNew: boolean, isOwnExam: boolean) => {
  const { sitting } = detail;
  const [kind, setKind] = useState('drawn');
  const [times, setTimes] = useState('1');
  const [minutes, setMinutes] = useState('60');
  if (!sitting) {
    return {
      text: 'All questions against the clock',
      kinds: undefined,
      time: { label: 'Time', options: clocks, value: minutes, onChoose: setMinutes },
      search: printRunQuery({ isShuffled: true, minutes: Number(minutes) }),
    };
  }
  const like = isOwnExam ? '' : ', like the real exam';
  const lengths = TIMES.map((factor) => ({
    value: `${factor}`,
    label: `${sitting.minutes * factor} min`,
  }));
  return {
    text: `${sitting.questions} questions in ${sitting.minutes} minutes${like}`,
    kinds: {
      label: 'Which questions',
      options: kindsOf(detail, isNew),
      value: kind,
      onChoose: setKind,
    },
    time: {
      label: 'If your exam center grants you extra time',
      options: lengths,
      value: times,
      onChoose: setTimes,
    },
    search: printRunQuery({ mock: kind, time: times === '1' ? undefined : times }),
  };
};

/** Mock exams in the vendor's format. */
export const MockPanel = ({ exam, detail, learning, day }: PageProps) => {
  const [, navigate] = useLocation();
  const { text, kinds, time, search } = useMock(
    detail,
    isUnsat(detail, learning.study),
    isOwn(exam),
  );
  const scores = lastAndBest(learning.history);
  const { endedMock, action } = day;
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
          {action.kind === 'mock'
            ? 'Starting another one ends the open one.'
            : `${text}${kinds ? '' : '.'}`}
        </p>
      )}
      {kinds && kinds.options.length > 1 && <Choice {...kinds} isUnlabeled />}
      {!kinds && <Choice {...time} />}
      <Button onClick={() => navigate(runAddress(exam, search))}>Start mock exam</Button>
      {kinds && (
        <details className={styles.fold}>
          <summary>
            More time
            <Icon name="forward" size={16} />
          </summary>
          <Choice {...time} />
        </details>
      )}
    </section>
  );
};
