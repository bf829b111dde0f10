import { useEffect, useState } from 'react';
import { isSingleAnswer, judgeOption, percentOf } from '#exam/grading.ts';
import { questionCountText } from '#exam/labels.ts';
import { type Run, timeSpent } from '#exam/run.ts';
import { isMock } from '#exam/run-setup.ts';
import { plainText, withoutMarks } from '#exam/search.ts';
import { formatElapsed } from '#exam/stopwatch.ts';
import {
  type DomainScore,
  filterSummary,
  type SummaryFilter,
  type SummaryItem,
  scoreDomains,
  summarizeRun,
  weakestOf,
} from '#exam/summary.ts';
import type { QuestionResult } from '#learner/schemas.ts';
import type { ExamSession } from '#offline/session/exam-session.ts';
import { Button, TextButton } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { Icon } from '#ui/icon.tsx';
import { Meter } from '#ui/progress.tsx';
import { useGradual } from '#ui/use-gradual.tsx';
import { verdictTag, verdictWords } from '../question/option-row.tsx';
import { useExamRun } from '../run-context.tsx';
import { stateIcons } from './question-grid.tsx';
import styles from './run-summary.module.css';

const labels: Record<SummaryFilter, string> = {
  all: 'All',
  wrong: 'Wrong',
  flagged: 'Flagged',
  unanswered: 'Unanswered',
  slowest: 'Slowest',
};

type DomainRowProps = Pick<DomainScore, 'name' | 'correct' | 'total'> & {
  isWeakest: boolean;
  /** The pass mark in percent, for a mock exam. */
  pass: number | undefined;
};

const DomainRow = ({ name, correct, total, isWeakest, pass }: DomainRowProps) => (
  <li className={styles.domain}>
    <span>
      {name}
      {isWeakest && <span className={`strong ${styles.weak}`}>Weakest</span>}
    </span>
    <span className={`figures ${styles.amount}`}>
      {`${correct} of ${total} (${percentOf(correct, total)}%)`}
    </span>
    <Meter of={correct / Math.max(1, total)} pass={pass} hasWords={false} />
  </li>
);

type ItemsProps = { items: SummaryItem[]; onOpen: (index: number) => void };

const Items = ({ items, onOpen }: ItemsProps) => {
  const { shown, sentinel } = useGradual(items);
  return (
    <ul className={`stack gap-2 ${styles.items}`}>
      {shown.map(({ index, state, isFlagged, time }) => (
        <li key={index}>
          <button
            type="button"
            className={`centered outlined strong ${styles.item}`}
            data-state={state}
            aria-label={`Look at question ${index + 1}, ${state}${isFlagged ? ', flagged' : ''}`}
            onClick={() => onOpen(index)}
          >
            {index + 1}
            <Icon name={isFlagged ? 'flag' : stateIcons[state]} size={14} />
          </button>
          {time !== undefined && (
            <p className={`fine figures ${styles.time}`}>{formatElapsed(time)}</p>
          )}
        </li>
      ))}
      {sentinel}
    </ul>
  );
};

/** How many wrong answers are shown at first; the style hides the others. */
const SHOWN = 5;

const WrongRow = ({ number, result, onOpen }: WrongRowProps) => {
  const { session } = useExamRun();
  const { questionId, selectedAnswers, correctAnswers } = result;
  const isSingle = isSingleAnswer(correctAnswers);
  const texts = new Set([...selectedAnswers, ...correctAnswers]);
  const [line, setLine] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    session.load(questionId, controller.signal, result).then((answer) => {
      if (controller.signal.aborted) return;
      setLine(answer.ok ? plainText(answer.value.question) : 'This question could not be read.');
    });
    return () => controller.abort();
  }, [session, questionId, result]);
  return (
    <li>
      <button type="button" className={styles.wrong} data-printed onClick={onOpen}>
        <span className={`strong figures ${styles.place}`}>{number}</span>
        <span className={`clamped ${styles.line}`} dir="auto">
          {line}
        </span>
        {[...texts].map((text) => {
          const isChosen = selectedAnswers.includes(text);
          const verdict = judgeOption(text, isChosen, correctAnswers);
          return (
            <span key={text} className={styles.given} data-verdict={verdict}>
              <Icon name={verdict === 'wrong' ? 'cross' : 'check'} size={16} />
              <span>
                <span aria-hidden>{`${verdictTag(verdict, isChosen, isSingle)}: `}</span>
                <span className="visually-hidden">{`${verdictWords(verdict, isChosen)}: `}</span>
                <bdi>{withoutMarks(text)}</bdi>
              </span>
            </span>
          );
        })}
      </button>
    </li>
  );
};

type WrongRowProps = {
  number: number;
  result: QuestionResult;
  onOpen: () => void;
};

const WrongAnswers = ({ onOpen }: Pick<RunSummaryProps, 'onOpen'>) => {
  const { run } = useExamRun();
  const [isWhole, setWhole] = useState(false);
  const wrong = run.questionIds.flatMap((id, index) => {
    const result = run.results.find(({ questionId }) => questionId === id);
    return result && !result.isCorrect ? [{ index, result }] : [];
  });
  if (wrong.length === 0) return null;
  return (
    <section aria-labelledby="wrong-answers" className={`stack gap-4 ${styles.part}`}>
      <h3 id="wrong-answers">Wrong answers</h3>
      <ul className={`card ruled ${styles.wrongs}`} data-whole={isWhole}>
        {wrong.map(({ index, result }) => (
          <WrongRow
            key={result.questionId}
            number={index + 1}
            result={result}
            onOpen={() => onOpen(index)}
          />
        ))}
      </ul>
      {!isWhole && wrong.length > SHOWN && (
        <TextButton onClick={() => setWhole(true)}>{`Show all ${wrong.length}`}</TextButton>
      )}
    </section>
  );
};

type RunSummaryProps = {
  onOpen: (index: number) => void;
  onPractice: (questionIds: string[]) => void;
};

/** The exam's questions in a domain; only the answered ones if the API has no domains. */
const idsOfDomain = ({ detail }: ExamSession, { results }: Run, domain: string) =>
  detail.questionDomains
    ? detail.questionIds.filter((_, index) => detail.questionDomains?.[index] === domain)
    : results.filter((result) => result.domain === domain).map(({ questionId }) => questionId);

/** The time that each answered question took, in seconds. */
const paceText = (elapsed: number, answered: number) =>
  `${Math.round(elapsed / 1000 / Math.max(1, answered))} seconds a question`;

/** The summary of a run: domains, wrong answers, and, collapsed, all questions and times. */
export const RunSummary = ({ onOpen, onPractice }: RunSummaryProps) => {
  const { session, run } = useExamRun();
  const [filter, setFilter] = useState<SummaryFilter>('all');
  const items = summarizeRun(run);
  const scores = scoreDomains(run, session.detail);
  const pass = isMock(run.setup) ? session.detail.sitting?.pass.share : undefined;
  const weakest = weakestOf(scores);
  const weakIds = weakest ? idsOfDomain(session, run, weakest.id) : [];
  const elapsed = run.endedAfter ?? timeSpent(run, Date.now());
  const options = (Object.keys(labels) as SummaryFilter[]).flatMap((value) => {
    const { length } = filterSummary(items, value);
    if (value === 'slowest' && length === 0) return [];
    return { value, label: `${labels[value]} (${length})` };
  });
  return (
    <div className={`stack gap-6 ${styles.summary}`}>
      {scores.length > 0 && (
        <section aria-labelledby="score-by-domain" className={`stack gap-4 ${styles.part}`}>
          <h3 id="score-by-domain">Score by domain</h3>
          <ul className="stack gap-4">
            {scores.map(({ id, name, correct, total }) => (
              <DomainRow
                key={id}
                {...{ name, correct, total }}
                isWeakest={id === weakest?.id}
                pass={pass}
              />
            ))}
          </ul>
          {weakIds.length > 0 && (
            <Button onClick={() => onPractice(weakIds)}>
              {`Practice the weakest domain · ${questionCountText(weakIds.length)}`}
            </Button>
          )}
        </section>
      )}
      <WrongAnswers onOpen={onOpen} />
      <section aria-labelledby="every-question" className={styles.whole}>
        <details className={styles.numbers}>
          <summary>
            <h3 id="every-question">All questions</h3>
          </summary>
          <div className="stack">
            <p>{`Time: ${formatElapsed(elapsed)}`}</p>
            <p>{paceText(elapsed, run.results.length)}</p>
            <Choice label="Show" options={options} value={filter} onChoose={setFilter} />
            <Items key={filter} items={filterSummary(items, filter)} onOpen={onOpen} />
          </div>
        </details>
      </section>
    </div>
  );
};
