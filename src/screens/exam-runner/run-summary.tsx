import { useEffect, useState } from 'react';
import { percentOf } from '#exam/percent.ts';
import type { Run } from '#exam/run.ts';
import { isMock } from '#exam/run-plan.ts';
import { elapsedTime, formatElapsed } from '#exam/stopwatch.ts';
import {
  type DomainScore,
  filterSummary,
  type SummaryFilter,
  type SummaryItem,
  scoreDomains,
  summariseRun,
} from '#exam/summary.ts';
import type { ExamSession } from '#offline/exam-session.ts';
import { Button } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { useGradual } from '#ui/use-gradual.tsx';
import { useExamRun } from './exam-run.tsx';
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
  seen: 'check',
};

const DomainRow = ({ name, correct, total }: DomainScore) => (
  <li className={styles.domain}>
    <span>{name}</span>
    <span className={styles.amount}>
      {`${correct} of ${total} (${percentOf(correct, total)}%)`}
    </span>
    <span className={styles.track} aria-hidden>
      <span style={{ inlineSize: `${percentOf(correct, total)}%` }} />
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

/** How many questions are read at once for their domains. */
const LANES = 4;

type Blanks = { domains: (string | undefined)[]; missing: number };

const readBlanks = async (session: ExamSession, ids: string[], signal: AbortSignal) => {
  const blanks: Blanks = { domains: [], missing: 0 };
  const left = [...ids];
  const readNext = async () => {
    for (let id = left.pop(); id !== undefined && !signal.aborted; id = left.pop()) {
      const answer = await session.loadQuestion(id, signal);
      if (answer.ok) blanks.domains.push(answer.value.question.domain);
      else blanks.missing += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, readNext));
  return blanks;
};

const NONE: Blanks = { domains: [], missing: 0 };

/**
 * The domains of what was left blank in a mock exam, where blanks count as wrong; undefined until
 * they are known. A blank question names its domain itself, so it is read here.
 */
const useBlanks = (run: Run, session: ExamSession) => {
  const [blanks, setBlanks] = useState<Blanks>();
  const counts = isMock(run.setup) && (session.detail.domains ?? []).length > 0;
  useEffect(() => {
    if (!counts) return;
    const controller = new AbortController();
    const answered = new Set(run.results.map(({ questionId }) => questionId));
    const ids = run.questionIds.filter((id) => !answered.has(id));
    readBlanks(session, ids, controller.signal).then((read) => {
      if (!controller.signal.aborted) setBlanks(read);
    });
    return () => controller.abort();
  }, [counts, run.questionIds, run.results, session]);
  return counts ? blanks : NONE;
};

const missingText = (count: number) =>
  count === 1
    ? '1 unanswered question could not be read and is missing here.'
    : `${count} unanswered questions could not be read and are missing here.`;

type RunSummaryProps = {
  session: ExamSession;
  onOpen: (index: number) => void;
  onPractice: (questionIds: string[]) => void;
};

/** What a run came to: its time, its domains, and every question to look at again. */
export const RunSummary = ({ session, onOpen, onPractice }: RunSummaryProps) => {
  const { run } = useExamRun();
  const [filter, setFilter] = useState<SummaryFilter>('all');
  const blanks = useBlanks(run, session);
  const items = summariseRun(run);
  const wrong = filterSummary(items, 'wrong');
  const scores = blanks ? scoreDomains(run, session.detail.domains ?? [], blanks.domains) : [];
  const options = (Object.keys(labels) as SummaryFilter[]).map((value) => ({
    value,
    label: `${labels[value]} (${filterSummary(items, value).length})`,
  }));
  return (
    <div className={styles.summary}>
      <p>{`Time: ${formatElapsed(run.endedAfter ?? elapsedTime(run.stopwatch, Date.now()))}`}</p>
      {scores.length > 0 && (
        <section aria-labelledby="score-by-domain" className={styles.part}>
          <h3 id="score-by-domain">Score by domain</h3>
          <ul className={styles.domains}>
            {scores.map((score) => (
              <DomainRow key={score.name} {...score} />
            ))}
          </ul>
          {blanks && blanks.missing > 0 && <p>{missingText(blanks.missing)}</p>}
        </section>
      )}
      <section aria-labelledby="every-question" className={styles.part}>
        <h3 id="every-question">All questions</h3>
        <Choice label="Show" options={options} value={filter} onChoose={setFilter} />
        <Items key={filter} items={filterSummary(items, filter)} onOpen={onOpen} />
      </section>
      {wrong.length > 0 && (
        <Button onClick={() => onPractice(wrong.map(({ questionId }) => questionId))}>
          {`Practice ${wrong.length} wrong ${wrong.length === 1 ? 'answer' : 'answers'}`}
        </Button>
      )}
    </div>
  );
};
