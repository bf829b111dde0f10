import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { runAddress } from '#contract/routes.ts';
import type { Domain, ExamDetail } from '#contract/wire.ts';
import { type Groups, groupQuestions, questionsIn } from '#exam/day/practice.ts';
import { withOpened } from '#exam/run/sitting.ts';
import type { Source } from '#learner/schemas.ts';
import { counted } from '#primitives/counted.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox, Choice } from '#ui/choice.tsx';
import styles from './exam-page.module.css';
import type { PageProps } from './page-props.ts';

const names: Partial<Record<Source, string>> = {
  wrong: 'Mistakes',
  new: 'Not seen',
  sure: 'Sure but wrong',
  saved: 'Saved',
  flagged: 'Flagged',
  aside: 'Set aside',
};

const ALL = 'All';
const sizes = ['10', '20', ALL].map((value) => ({ value, label: value }));

type TopicsProps = {
  detail: ExamDetail;
  groups: Groups;
  onPractice: (search: string[], questions: number | undefined) => void;
};

/** The domains and tasks of the exam guide, with how much of each was seen. */
const Topics = ({ detail, groups, onPractice }: TopicsProps) => {
  const { domains = [], tasks = [] } = detail;
  const [chosen, setChosen] = useState<string[]>([]);
  const [size, setSize] = useState('10');
  const askedIn = (topics: string[]) =>
    questionsIn(detail, topics).filter((id) => !groups.aside.has(id));
  const there = askedIn(chosen).length;
  const count = size === ALL ? there : Math.min(Number(size), there);
  const toggle = (topic: string, isOn: boolean) =>
    setChosen(isOn ? [...chosen, topic] : chosen.filter((other) => other !== topic));
  const row = ({ id, name }: Pick<Domain, 'id' | 'name'>) => {
    const ids = askedIn([id]);
    const seen = ids.filter((own) => !groups.new.has(own)).length;
    return (
      <Checkbox isChecked={chosen.includes(id)} onCheck={(isOn) => toggle(id, isOn)}>
        <span>
          {name} <small className="quiet figures">{`${seen} of ${ids.length} seen`}</small>
        </span>
      </Checkbox>
    );
  };
  return (
    <section className={`stack top card ${styles.panel} ${styles.topics}`} aria-label="Topics">
      <ul>
        {domains.map((domain) => (
          <li key={domain.id}>
            {row(domain)}
            {!chosen.includes(domain.id) && (
              <ul>
                {tasks
                  .filter((task) => task.domain === domain.id)
                  .map((task) => (
                    <li key={task.id}>{row(task)}</li>
                  ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <Choice label="How many" options={sizes} value={size} onChoose={setSize} isInline />
      <Button
        disabled={count === 0}
        onClick={() => onPractice(chosen, size === ALL ? undefined : count)}
      >
        {count === 0 ? 'Choose a topic' : `Practice ${count}`}
      </Button>
    </section>
  );
};

/** Whatever else can be practiced, beside the day. */
export const PracticeTiles = ({ exam, detail: held, learning, day }: PageProps) => {
  const [, navigate] = useLocation();
  const [isChoosing, setChoosing] = useState(false);
  const detail = withOpened(held, learning.study);
  const { domains = [], questionIds } = detail;
  const groups = groupQuestions(questionIds, learning, Date.now());
  const { whole, isBegun } = day;
  const sources = (Object.keys(names) as Source[]).filter(
    (from) => groups[from].size > 0 && (isBegun || from !== 'new'),
  );
  const practice = (topics: string[], questions: number | undefined) =>
    navigate(runAddress(exam, { topics, questions, isShuffled: true }));
  const isWide = sources.length % 2 === 0;
  return (
    <section className="stack" aria-labelledby="else">
      <h2 id="else">Practice something else</h2>
      <ul className={styles.tiles}>
        {domains.length > 0 && (
          <li className={isWide || isChoosing ? styles.wide : undefined}>
            <button
              type="button"
              className={`way ${styles.tile}`}
              aria-expanded={isChoosing}
              onClick={() => setChoosing(!isChoosing)}
            >
              <span>Topics</span>
              <span className="label">{counted(domains.length, 'domain')}</span>
            </button>
          </li>
        )}
        {isChoosing && (
          <li className={styles.wide}>
            <Topics {...{ detail, groups }} onPractice={practice} />
          </li>
        )}
        {sources.map((from) => (
          <li key={from}>
            <Link
              className={`way ${styles.tile}`}
              href={runAddress(exam, { from, isShuffled: true })}
            >
              <span>{names[from]}</span>
              <span className="label figures">{groups[from].size}</span>
            </Link>
          </li>
        ))}
        <li className={styles.wide}>
          <Link
            className={`way ${styles.tile}`}
            href={runAddress(exam, whole && { continue: 'all' })}
          >
            <span>Whole exam, in order</span>
            <span className="label figures">
              {whole ? `at ${whole.at} of ${whole.total}` : questionIds.length}
            </span>
          </Link>
        </li>
      </ul>
    </section>
  );
};
