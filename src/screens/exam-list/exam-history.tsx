import { useState } from 'react';
import { Link } from 'wouter';
import type { ExamKey } from '#contract/caches.ts';
import { runAddress } from '#contract/routes.ts';
import { dayName } from '#exam/day/calendar-day.ts';
import { percentOf } from '#exam/grading.ts';
import { formatElapsed } from '#exam/stopwatch.ts';
import { runKindText } from '#exam/study-texts.ts';
import type { Learning, RunRecord } from '#learner/schemas.ts';
import { TextButton } from '#ui/button.tsx';
import { dateText, dayText } from '#ui/formats.ts';
import styles from './exam-history.module.css';
import board from './exam-progress.module.css';

/** How many of the latest runs the chart shows where there is room, and the table at first. */
const CHARTED = 10;
const LISTED = 4;

const scoreOf = ({ correct, total }: RunRecord) => percentOf(correct, total);

const kindText = (record: RunRecord) => {
  const text = runKindText(record.kind, record.total);
  return record.answered < record.total ? `${text}, ${record.answered} answered` : text;
};

type ExamHistoryProps = {
  exam: ExamKey;
  learning: Learning;
  /** The pass mark in percent, if known. */
  pass: number | undefined;
};

/** Earlier runs of an exam: a chart, oldest first, and a table, the latest first. */
export const ExamHistory = ({ exam, learning, pass }: ExamHistoryProps) => {
  const { history, runs, past } = learning;
  const finished = [...runs, ...past].filter(({ isFinished }) => isFinished);
  const kept = new Set(finished.map(({ id }) => id));
  const [isWhole, setWhole] = useState(false);
  return (
    <section aria-labelledby="history" className={`stack ${board.history}`}>
      <h3 id="history">History</h3>
      <ol
        className={`figures ${styles.bars}`}
        data-pass={pass}
        style={{ '--pass': pass }}
        aria-hidden
      >
        {history.slice(-CHARTED).map((record) => (
          <li key={record.runId} className="stack gap-2 fine" data-kind={record.kind}>
            <div>
              <b>{scoreOf(record)}</b>
              <i style={{ '--score': scoreOf(record) }} />
            </div>
            {dayText(dayName(record.finishedAt))}
          </li>
        ))}
      </ol>
      <p className={`cluster fine ${styles.legend}`}>
        <span className="row" data-kind="mock">
          Mock and whole exams
        </span>
        <span className="row" data-kind="set">
          Sets and reviews
        </span>
        <span className="row" data-kind="pass" hidden={pass === undefined}>
          {`Pass mark ${pass}%`}
        </span>
      </p>
      <table className={`figures ${styles.runs}`}>
        <caption className="visually-hidden">Runs, newest first</caption>
        <tbody>
          {history
            .toReversed()
            .slice(0, isWhole ? history.length : LISTED)
            .map((record) => (
              <tr key={record.runId}>
                <th scope="row" className="strong">
                  {kept.has(record.runId) ? (
                    <Link href={runAddress(exam, { result: record.runId })}>
                      {kindText(record)}
                    </Link>
                  ) : (
                    kindText(record)
                  )}
                  <small className="fine">{dateText(dayName(record.finishedAt))}</small>
                </th>
                <td>{`${record.correct}/${record.total} (${scoreOf(record)}%)`}</td>
                <td>{formatElapsed(record.elapsed)}</td>
              </tr>
            ))}
        </tbody>
      </table>
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
