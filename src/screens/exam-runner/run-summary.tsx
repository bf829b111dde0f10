import { useState } from 'react';
import type { QuestionResult } from '#contract/learner.ts';
import type { Domain } from '#contract/wire.ts';
import { percentOf } from '#exam/percent.ts';
import type { Run } from '#exam/run.ts';
import { formatElapsed } from '#exam/stopwatch.ts';
import {
  type DomainScore,
  filterSummary,
  type SummaryFilter,
  type SummaryItem,
  scoreDomains,
  summariseRun,
} from '#exam/summary.ts';
import { Button } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { useGradual } from '#ui/use-gradual.tsx';
import styles from './run-summary.module.css';

const labels: Record<SummaryFilter, string> = {
  all: 'All',
  wrong: 'Wrong',
  flagged: 'Flagged',
  unanswered: 'Unanswered',
};

const icons: Record<SummaryItem['state'], IconName> = {
  correct: 'check',
  incorrect: 'cross',
  unanswered: 'circle',
  answered: 'check',
};

const DomainRow = ({ name, correct, answered }: DomainScore) => (
  <li className={styles.domain}>
    <span>{name}</span>
    <span className={styles.amount}>
      {`${correct} of ${answered} (${percentOf(correct, answered)}%)`}
    </span>
    <span className={styles.track} aria-hidden>
      <span style={{ inlineSize: `${percentOf(correct, answered)}%` }} />
    </span>
  </li>
);

type ItemsProps = { items: SummaryItem[]; onOpen: (index: number) => void };

const Items = ({ items, onOpen }: ItemsProps) => {
  const { shown, sentinel } = useGradual(items);
  return (
    <ul className={styles.items}>
      {shown.map(({ index, state, isFlagged }) => (
        <li key={index}>
          <button
            type="button"
            className={styles.item}
            data-state={state}
            aria-label={`Look at question ${index + 1}, ${state}${isFlagged ? ', flagged' : ''}`}
            onClick={() => onOpen(index)}
          >
            {index + 1}
            <Icon name={isFlagged ? 'flag' : icons[state]} size={14} />
          </button>
        </li>
      ))}
      {sentinel}
    </ul>
  );
};

const times = new WeakMap<QuestionResult[], number>();

/** A run's time up to its last answer: looking back at it takes no more. In milliseconds. */
const timeOf = ({ results }: Run, elapsed: number) => {
  const time = times.get(results) ?? elapsed;
  times.set(results, time);
  return time;
};

type RunSummaryProps = {
  run: Run;
  domains: Domain[];
  /** Milliseconds. */
  elapsed: number;
  onOpen: (index: number) => void;
  onPractise: (questionIds: string[]) => void;
};

/** What a run came to: its time, its domains, and every question to look at again. */
export const RunSummary = ({ run, domains, elapsed, onOpen, onPractise }: RunSummaryProps) => {
  const [time] = useState(() => formatElapsed(timeOf(run, elapsed)));
  const [filter, setFilter] = useState<SummaryFilter>('all');
  const items = summariseRun(run);
  const wrong = filterSummary(items, 'wrong');
  const scores = scoreDomains(run, domains);
  const options = (Object.keys(labels) as SummaryFilter[]).map((value) => ({
    value,
    label: `${labels[value]} (${filterSummary(items, value).length})`,
  }));
  return (
    <div className={styles.summary}>
      <p>{`Time: ${time}`}</p>
      {scores.length > 0 && (
        <section aria-labelledby="score-by-domain" className={styles.part}>
          <h3 id="score-by-domain">Score by domain</h3>
          <ul className={styles.domains}>
            {scores.map((score) => (
              <DomainRow key={score.name} {...score} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="every-question" className={styles.part}>
        <h3 id="every-question">Every question</h3>
        <Choice label="Show" options={options} value={filter} onChoose={setFilter} />
        <Items key={filter} items={filterSummary(items, filter)} onOpen={onOpen} />
      </section>
      {wrong.length > 0 && (
        <Button onClick={() => onPractise(wrong.map(({ questionId }) => questionId))}>
          Practise these again
        </Button>
      )}
    </div>
  );
};
