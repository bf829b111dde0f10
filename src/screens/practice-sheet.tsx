import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ExamKey } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import { runAddress } from '#contract/routes.ts';
import type { Domain, ExamDetail } from '#contract/wire.ts';
import { questionCountText } from '#exam/labels.ts';
import { type Groups, groupQuestions, mixOf, questionsIn } from '#exam/practice.ts';
import { printSetup } from '#exam/run-setup.ts';
import { withOpened } from '#exam/sitting.ts';
import { planText } from '#exam/study-texts.ts';
import { emptyLearning, type Learning, type RunSetup, type Source } from '#learner/schemas.ts';
import { Button, TextButton } from '#ui/button.tsx';
import { Checkbox, Choice } from '#ui/choice.tsx';
import { ExamSheet, type ExamSheetProps } from './exam-sheet.tsx';
import { AnswerNote } from './load-note.tsx';
import styles from './practice-sheet.module.css';
import { useSlow } from './use-call.ts';
import { useExamDetail } from './use-readiness.ts';

type From = Source | 'mix';
type Size = '10' | '20' | 'all';

const names: Record<From, string> = {
  mix: 'New and due',
  new: 'Not seen',
  due: 'Due',
  wrong: 'Wrong',
  sure: 'Sure but wrong',
  flagged: 'Flagged',
  saved: 'Saved',
  aside: 'Set aside',
};

const sizes: { value: Size; label: string }[] = [
  { value: '10', label: '10' },
  { value: '20', label: '20' },
  { value: 'all', label: 'All' },
];

/** How long the sheet waits for the exam, in milliseconds. */
const SLOW = 1000;

const countIn = (ids: Iterable<string>, group: ReadonlySet<string>) =>
  [...ids].filter((id) => group.has(id)).length;

type TopicsProps = {
  detail: ExamDetail;
  groups: Groups;
  chosen: string[];
  onChoose: (topics: string[]) => void;
};

/** The domains and tasks of the exam guide, with how much of each was seen. */
const Topics = ({ detail, groups, chosen, onChoose }: TopicsProps) => {
  const { domains = [], tasks = [] } = detail;
  const toggle = (topic: string, isOn: boolean) =>
    onChoose(isOn ? [...chosen, topic] : chosen.filter((other) => other !== topic));
  const row = (id: string, name: string) => {
    const ids = questionsIn(detail, [id]);
    return (
      <Checkbox isChecked={chosen.includes(id)} onCheck={(isOn) => toggle(id, isOn)}>
        <span>
          {name}{' '}
          <small className="quiet figures">
            {`${ids.length - countIn(ids, groups.new)} of ${ids.length} seen`}
          </small>
        </span>
      </Checkbox>
    );
  };
  const tasksOf = ({ id }: Domain) => tasks.filter(({ domain }) => domain === id);
  return (
    <details className={styles.topics}>
      <summary className="quiet strong">{`Topics: ${chosen.length > 0 ? `${chosen.length} chosen` : 'all'}`}</summary>
      <ul>
        {domains.map((domain) => (
          <li key={domain.id}>
            {row(domain.id, domain.name)}
            {!chosen.includes(domain.id) && (
              <ul>
                {tasksOf(domain).map(({ id, name }) => (
                  <li key={id}>{row(id, name)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
};

type FormProps = {
  exam: ExamKey;
  detail: ExamDetail;
  learning: Pick<Learning, 'runs' | 'study'>;
};

const PracticeForm = ({ exam, detail: held, learning }: FormProps) => {
  const detail = withOpened(held, learning.study);
  const [, navigate] = useLocation();
  const [from, setFrom] = useState<From>('mix');
  const [size, setSize] = useState<Size>('10');
  const [topics, setTopics] = useState<string[]>([]);
  const [groups] = useState(() => groupQuestions(detail.questionIds, learning, Date.now()));
  const ids = questionsIn(detail, topics.length > 0 ? topics : undefined);
  const sizeOf = (source: From) =>
    source === 'mix' ? ids.length - countIn(ids, groups.aside) : countIn(ids, groups[source]);
  const there = sizeOf(from);
  const count = size === 'all' ? there : Math.min(Number(size), there);
  const setup: RunSetup = {
    questions: size === 'all' ? 'all' : count,
    from: from === 'mix' ? undefined : from,
    topics: topics.length > 0 ? topics : undefined,
    isShuffled: from !== 'due',
  };
  const mix = mixOf(count, { due: countIn(ids, groups.today), fresh: countIn(ids, groups.new) });
  const what = from === 'mix' && size !== 'all' ? `: ${planText(mix)}` : '';
  const start = () => navigate(runAddress(exam, printSetup(setup)));
  return (
    <>
      <Choice
        label="Questions"
        options={(Object.keys(names) as From[])
          .filter((value) => value === from || sizeOf(value) > 0)
          .map((value) => ({
            value,
            label: value === 'mix' ? names.mix : `${names[value]} (${sizeOf(value)})`,
          }))}
        value={from}
        onChoose={setFrom}
      />
      <Choice label="How many" options={sizes} value={size} onChoose={setSize} />
      {detail.domains && (
        <Topics detail={detail} groups={groups} chosen={topics} onChoose={setTopics} />
      )}
      <p role="status" className="quiet figures">
        {questionCountText(count) + what}
      </p>
      <Button look="primary" disabled={count === 0} onClick={start}>
        Start practice
      </Button>
    </>
  );
};

type PracticeSheetProps = ExamSheetProps & {
  learning: Learning | undefined;
  onSearch: () => void;
  onAbout: () => void;
  onReset: () => void;
};

/** On a small screen it opens below the sheet's edge. */
const bringIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

/** What to practice: a good default, and anything else in a tap or two. */
export const PracticeSheet = (props: PracticeSheetProps) => {
  const { exam, learning = emptyLearning, onClose, onSearch, onAbout, onReset } = props;
  const { answer, retry } = useExamDetail(exam);
  // Opens once its content is there, so that nothing in it moves, unless the exam is slow to load.
  const isSlow = useSlow(SLOW);
  const [isAsking, setAsking] = useState(false);
  const reset = () => {
    onClose();
    onReset();
  };
  if (!answer && !isSlow) return null;
  return (
    <ExamSheet label="Practice options" {...{ exam, onClose }}>
      {answer?.ok && <PracticeForm {...{ exam, learning }} detail={answer.value} />}
      <AnswerNote subject="exam" {...{ answer, retry }} />
      <div className={`cluster outdented ${styles.more}`}>
        <TextButton aria-haspopup="dialog" onClick={onSearch}>
          Search questions
        </TextButton>
        <TextButton aria-haspopup="dialog" onClick={onAbout}>
          {isOwn(exam) ? 'Rename, export or remove' : 'About these questions'}
        </TextButton>
        {learning !== emptyLearning && (
          <TextButton aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
            Reset progress
          </TextButton>
        )}
      </div>
      {isAsking && (
        <section
          className={`stack ${styles.reset}`}
          aria-label="Reset progress?"
          ref={bringIntoView}
        >
          <p>Every answer and run of this exam is forgotten. Notes and saved questions stay.</p>
          <div>
            <Button look="danger" onClick={reset}>
              Reset
            </Button>
          </div>
        </section>
      )}
    </ExamSheet>
  );
};
