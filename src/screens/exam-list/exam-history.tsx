import type { RunRecord } from '#contract/learner.ts';
import { percentOf } from '#exam/grading.ts';
import { runKindText } from '#exam/labels.ts';
import { formatElapsed } from '#exam/stopwatch.ts';
import styles from './exam-history.module.css';
import chart from './trends.module.css';

/** How many of the latest runs the chart shows. */
const CHARTED = 12;
const WIDTH = 320;
const HEIGHT = 80;

const dateText = (time: number) =>
  new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' });

const scoreOf = ({ correct, total }: RunRecord) => percentOf(correct, total);

/** Scores from 0 to 100 %, oldest first. The list below says the same in words. */
const Chart = ({ records }: { records: RunRecord[] }) => {
  const step = WIDTH / CHARTED;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={chart.chart} aria-hidden>
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className={chart.base} />
      {records.map((record, index) => {
        const height = Math.max(2, (scoreOf(record) / 100) * (HEIGHT - 18));
        const x = index * step + 3;
        return (
          <g key={record.runId}>
            <rect
              x={x}
              y={HEIGHT - height}
              width={step - 6}
              height={height}
              rx="3"
              className={chart.bar}
              data-kind={record.kind}
            />
            <text x={x + (step - 6) / 2} y={HEIGHT - height - 4} className={styles.score}>
              {scoreOf(record)}
            </text>
          </g>
        );
      })}
    </svg>
  );
};

const kindText = (record: RunRecord) => {
  const text = runKindText(record.kind, record.total);
  return record.answered < record.total ? `${text}, ${record.answered} answered` : text;
};

/** Earlier runs of an exam: a small chart and a list, the latest first. */
export const ExamHistory = ({ history }: { history: RunRecord[] }) => (
  <section aria-labelledby="history" className={`stack ${styles.history}`}>
    <h3 id="history">History</h3>
    <Chart records={history.slice(-CHARTED)} />
    <p className="quiet">Pale bars are sets and reviews.</p>
    <ol className={`stack ${styles.runs}`}>
      {history.toReversed().map((record) => (
        <li key={record.runId} className={`figures ${styles.run}`}>
          <span>{dateText(record.finishedAt)}</span>
          <span>{`${record.correct}/${record.total} (${scoreOf(record)}%)`}</span>
          <span>{formatElapsed(record.elapsed)}</span>
          <span className={styles.kind}>{kindText(record)}</span>
        </li>
      ))}
    </ol>
  </section>
);
