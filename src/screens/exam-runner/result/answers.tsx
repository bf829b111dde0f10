import { useEffect, useRef, useState } from 'react';
import { timeSpent, totalAnswered, totalCorrect } from '#exam/run/run.ts';
import { formatElapsed } from '#exam/run/stopwatch.ts';
import { filterSummary, type SummaryFilter, summarizeRun } from '#exam/run/summary.ts';
import { runKindText } from '#exam/texts/study-texts.ts';
import { runKind } from '#learner/schemas.ts';
import { Choice } from '#ui/choice.tsx';
import { useGradual } from '#ui/use-gradual.tsx';
import { useExamRun } from '../run/run-context.tsx';
import { AnswerRow } from './answer-row.tsx';
import styles from './run-result.module.css';

const labels: Record<SummaryFilter, string> = {
  all: 'All',
  wrong: 'Wrong',
  unanswered: 'Blank',
  flagged: 'Flagged',
  slowest: 'Slowest',
};

/** The time that each answered question took, in seconds. */
const paceText = (elapsed: number, answered: number) =>
  `${Math.round(elapsed / 1000 / Math.max(1, answered))} seconds a question`;

type AnswersProps = { show: SummaryFilter; onOpen: (index: number) => void };

/** Every question of a run that has ended, with what was answered. */
export const Answers = ({ show, onOpen }: AnswersProps) => {
  const { run } = useExamRun();
  const heading = useRef<HTMLHeadingElement>(null);
  const [filter, setFilter] = useState(show);
  const items = summarizeRun(run);
  const options = (Object.keys(labels) as SummaryFilter[]).flatMap((value) => {
    const { length } = filterSummary(items, value);
    if (length === 0 && value !== 'all' && value !== filter) return [];
    return { value, label: `${labels[value]} ${length}` };
  });
  const [answered, correct] = [totalAnswered(run), totalCorrect(run)];
  const elapsed = run.endedAfter ?? timeSpent(run, Date.now());
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section className={`stack gap-4 ${styles.end}`} aria-label="Answers">
      <div className="stack gap-2">
        <h1 ref={heading} tabIndex={-1}>
          Answers
        </h1>
        <p className="quiet figures">
          {`${runKindText(runKind(run.setup), run.questionIds.length)}: ${correct} right`}
        </p>
        <p className="quiet figures">
          {`${formatElapsed(elapsed)}, ${paceText(elapsed, answered)}`}
        </p>
      </div>
      <Choice label="Show" options={options} value={filter} onChoose={setFilter} isUnlabeled />
      <Rows key={filter} {...{ filter, onOpen }} />
    </section>
  );
};

type RowsProps = { filter: SummaryFilter; onOpen: (index: number) => void };

const Rows = ({ filter, onOpen }: RowsProps) => {
  const { run } = useExamRun();
  const items = filterSummary(summarizeRun(run), filter);
  const { shown, sentinel } = useGradual(items, 20);
  return (
    <ul className="card ruled rows">
      {shown.map((item) => (
        <li key={item.index}>
          <AnswerRow item={item} hasTime={filter === 'slowest'} onOpen={() => onOpen(item.index)} />
        </li>
      ))}
      {sentinel}
    </ul>
  );
};
