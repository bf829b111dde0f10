import { useId, useState } from 'react';
import { PAGE_SIZE, pageCount, pageIndexes, pageOf } from '#exam/paging.ts';
import { isSilent, type QuestionState, questionState, type Run } from '#exam/run.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { useExamRun } from '../run-context.tsx';
import styles from './question-grid.module.css';

/** A mock exam's answered question has a dot, which says nothing of right or wrong. */
const stateIcons: Record<QuestionState, IconName> = {
  correct: 'check',
  incorrect: 'cross',
  unanswered: 'circle',
  answered: 'dot',
  seen: 'check',
};

const filters = {
  all: { label: 'All', has: () => true },
  unanswered: {
    label: 'Not answered',
    has: (run: Run, id: string) => questionState(run, id) === 'unanswered',
  },
  incorrect: {
    label: 'Wrong',
    has: (run: Run, id: string) => questionState(run, id) === 'incorrect',
  },
  flagged: { label: 'Flagged', has: (run: Run, id: string) => run.flags.includes(id) },
};
type Filter = keyof typeof filters;

/** All questions by number. Shows the current question's page until the learner pages away. */
export const QuestionGrid = ({ onOpen }: { onOpen: (index: number) => void }) => {
  const { run } = useExamRun();
  const filterId = useId();
  const [filter, setFilter] = useState<Filter>('all');
  const [turned, setTurned] = useState<{ page: number; at: number }>();
  const { has } = filters[filter];
  const indexes = run.questionIds.flatMap((id, index) => (has(run, id) ? [index] : []));
  const pages = pageCount(indexes.length);
  // Answered, the question may leave the filter; its place stays.
  const own = pageOf(indexes.filter((index) => index < run.index).length);
  const page = Math.min(turned?.at === run.index ? turned.page : own, pages - 1);
  const turnTo = (to: number) => setTurned({ page: to, at: run.index });
  const choose = (value: string) => {
    setFilter(value as Filter);
    setTurned(undefined);
  };

  return (
    <nav aria-label="Questions" className={`stack ${styles.nav}`} data-paged={pages > 1}>
      <div className={`quiet between ${styles.filter}`}>
        <label htmlFor={filterId}>Show</label>
        <select
          id={filterId}
          className="field"
          value={filter}
          onChange={({ target }) => choose(target.value)}
        >
          {Object.entries(filters).map(
            ([value, { label }]) =>
              // A mock exam has no verdicts to filter by.
              !(value === 'incorrect' && isSilent(run)) && (
                <option key={value} value={value}>
                  {label}
                </option>
              ),
          )}
        </select>
      </div>
      <ol className={styles.grid} start={page * PAGE_SIZE + 1}>
        {pageIndexes(page, indexes.length).map((place) => {
          const index = indexes[place] ?? 0;
          const id = run.questionIds[index] ?? '';
          const state = questionState(run, id);
          const isFlagged = run.flags.includes(id);
          return (
            <li key={index}>
              <button
                type="button"
                className={`centered outlined strong figures ${styles.number}`}
                data-state={state}
                aria-label={`Question ${index + 1}, ${state}${isFlagged ? ', flagged' : ''}`}
                aria-current={index === run.index ? 'step' : undefined}
                onClick={() => onOpen(index)}
              >
                <span>{index + 1}</span>
                <Icon name={stateIcons[state]} size={12} strokeWidth={2.75} />
                {isFlagged && <Icon name="flag" size={10} className={styles.flag} />}
              </button>
            </li>
          );
        })}
      </ol>
      {indexes.length === 0 && <p className="quiet">No such question in this run.</p>}
      <div className={`quiet between figures ${styles.pager}`}>
        <button
          type="button"
          aria-label="Previous page"
          className={`round ${styles.arrow}`}
          disabled={page === 0}
          onClick={() => turnTo(page - 1)}
        >
          <Icon name="back" className="directional" />
        </button>
        <p>{`Page ${page + 1} of ${pages}`}</p>
        <button
          type="button"
          aria-label="Next page"
          className={`round ${styles.arrow}`}
          disabled={page >= pages - 1}
          onClick={() => turnTo(page + 1)}
        >
          <Icon name="forward" className="directional" />
        </button>
      </div>
    </nav>
  );
};
