import { useState } from 'react';
import { Link } from 'wouter';
import { runAddress } from '#contract/routes.ts';
import { percentOf } from '#exam/grading/grading.ts';
import { isSat } from '#exam/progress/progress.ts';
import type { RunRecord } from '#learner/schemas.ts';
import { TextButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { agoText } from './ago-text.ts';
import type { ViewProps } from './page-props.ts';

/** How many of the latest runs it lists at first. */
const LISTED = 5;

const kindText = ({ kind }: RunRecord) =>
  kind === 'mock' ? 'Mock exam' : kind === 'all' ? 'Whole exam' : 'Practice';

/** By what was answered; a mock exam by all of its questions, unless it was left early. */
const scoreText = (record: RunRecord) => {
  const { correct, answered, total } = record;
  if (record.kind !== 'mock') return `${correct} of ${answered}`;
  if (!isSat(record)) return `left at ${answered} of ${total}`;
  return `${correct} of ${total} (${percentOf(correct, total)}%)`;
};

/** The runs of an exam, the latest first; each of those that are kept opens its result. */
export const ExamHistory = ({ exam, learning }: ViewProps) => {
  const { history, runs, past } = learning;
  const [isWhole, setWhole] = useState(false);
  const finished = [...runs, ...past].filter(({ isFinished }) => isFinished);
  const kept = new Set(finished.map(({ id }) => id));
  const listed = history.toReversed().slice(0, isWhole ? history.length : LISTED);
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ul className="card ruled rows">
        {listed.map((record) => {
          const isKept = kept.has(record.runId);
          const row = (
            <>
              <span>
                {kindText(record)}
                <small className="fine">{agoText(record.finishedAt)}</small>
              </span>
              <span className="label figures">
                {scoreText(record)}
                {isKept && <Icon name="forward" size={16} className="directional" />}
              </span>
            </>
          );
          return (
            <li key={record.runId}>
              {isKept ? (
                <Link className="way" href={runAddress(exam, { result: record.runId })}>
                  {row}
                </Link>
              ) : (
                <div className="way">{row}</div>
              )}
            </li>
          );
        })}
      </ul>
      {history.length > LISTED && (
        <div className="outdented">
          <TextButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show the latest ${LISTED}` : `Show all ${history.length}`}
          </TextButton>
        </div>
      )}
    </section>
  );
};
