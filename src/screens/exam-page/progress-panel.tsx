import type { Day } from '#exam/day/plan-day.ts';
import { MIN_ANSWERS } from '#exam/day/study.ts';
import { percentOf } from '#exam/grading/grading.ts';
import {
  type DomainShare,
  domainShares,
  weakestShare,
  weightPercent,
} from '#exam/progress/domain-shares.ts';
import { isSat, lastMockOf } from '#exam/progress/progress.ts';
import { readinessOf, scoreBefore } from '#exam/progress/readiness.ts';
import { withOpened } from '#exam/run/sitting.ts';
import { rangeText } from '#exam/texts/study-texts.ts';
import type { RunRecord } from '#learner/schemas.ts';
import { MeterRow } from '#ui/meter.tsx';
import { Scale } from '#ui/scale.tsx';
import { agoText } from './ago-text.ts';
import styles from './exam-page.module.css';
import type { PageProps } from './page-props.ts';
import charts from './progress-panel.module.css';

/** How many mock exams the chart shows. */
const CHARTED = 5;

const lowerText = (points: number, { counts: { waiting } }: Day) => {
  const lower = `${points} ${points === 1 ? 'point' : 'points'} lower than yesterday`;
  if (waiting === 0) return `${lower}: what was not repeated fades.`;
  return `${lower}: ${waiting} ${waiting === 1 ? 'review waits' : 'reviews wait'}.`;
};

type DomainsProps = { shares: DomainShare[] };

/** What the exam asks, before there is an estimate. */
const Weights = ({ shares }: DomainsProps) => (
  <ul className="ruled lines figures small" aria-label="Share of the exam">
    {shares.map((share) => (
      <li key={share.id} className="between">
        <span>{share.name}</span>
        <b>{`${weightPercent(share, shares)}%`}</b>
      </li>
    ))}
  </ul>
);

/** The share of right answers in each domain. */
const Domains = ({ shares }: DomainsProps) => {
  const weakest = weakestShare(shares);
  return (
    <div className="stack gap-4 top">
      <h3>Right by domain</h3>
      <ul className="stack gap-4 figures">
        {shares.map(({ id, name, percent, answered, total }) => (
          <MeterRow
            key={id}
            label={name}
            tag={id === weakest?.id ? 'Weakest' : undefined}
            figure={percent === undefined ? '' : `${percent}%`}
            of={percent === undefined ? undefined : percent / 100}
            note={`${answered} of ${total} questions answered`}
          />
        ))}
      </ul>
    </div>
  );
};

type MocksProps = { mocks: RunRecord[]; pass: number | undefined };

/** The scores of the latest mock exams. */
const Mocks = ({ mocks, pass }: MocksProps) => (
  <div className="stack gap-4 top">
    <h3>Mock exams</h3>
    <ul className="stack gap-4 figures">
      {mocks.map(({ runId, finishedAt, correct, total }) => (
        <MeterRow
          key={runId}
          label={agoText(finishedAt)}
          figure={`${percentOf(correct, total)}%`}
          of={correct / total}
          pass={pass}
        />
      ))}
    </ul>
    {pass !== undefined && <p className="quiet">{`The mark is the pass mark, ${pass}%.`}</p>}
  </div>
);

/** What the learner would score today, and what that rests on. */
export const ProgressPanel = ({ detail: held, learning, day }: PageProps) => {
  const now = Date.now();
  const detail = withOpened(held, learning.study);
  const { range, score, seen } = readinessOf(detail, learning, now);
  const shares = domainShares(held, learning.study);
  const sat = learning.history.filter((record) => record.kind === 'mock' && isSat(record));
  const mocks = sat.slice(-CHARTED).reverse();
  const pass = held.sitting?.pass.share;
  const last = lastMockOf(learning);
  const lower = (scoreBefore(detail, learning, now) ?? 0) - (score ?? 0);
  const left = MIN_ANSWERS - seen;
  return (
    <section className={`stack top card ${styles.panel}`} aria-labelledby="progress">
      <h2 id="progress">Progress</h2>
      {range ? (
        <>
          <p className="says">{`You would score ${rangeText(range)} today`}</p>
          <Scale {...range} last={last?.percent} pass={pass} />
          {lower > 0 && day.phase === 'plain' && (
            <p className="quiet figures">{lowerText(lower, day)}</p>
          )}
        </>
      ) : (
        <p className="quiet">
          {`An estimate comes after ${seen > 0 ? `${left} more` : left} ${left === 1 ? 'answer' : 'answers'}.`}
          {shares.length > 0 && seen === 0 && ' This is what the exam asks:'}
        </p>
      )}
      {shares.length > 0 && seen === 0 && <Weights shares={shares} />}
      {seen > 0 && (shares.length > 0 || mocks.length > 0) && (
        <div className={`stack gap-5 ${charts.two}`}>
          {shares.length > 0 && <Domains shares={shares} />}
          {mocks.length > 0 && <Mocks {...{ mocks, pass }} />}
        </div>
      )}
      {range && (
        <details className={styles.fold}>
          <summary>How we estimate this</summary>
          <p className="quiet">
            For questions you have answered, we use the chance that you would still recall them
            today; one that you last got wrong, or left blank in your last mock exam, counts as a
            guess. For those you have not seen, we use your first answers in that domain and in the
            whole exam, pulled toward guessing while there is little data. Each domain counts as
            much as in the real exam. This is an estimate, not a promise.
          </p>
        </details>
      )}
    </section>
  );
};
