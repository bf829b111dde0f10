import { useState } from 'react';
import { PAGE_SIZE, pageCount, pageOf } from '#exam/run/paging.ts';
import { isSilent, type QuestionState, questionState, type Run } from '#exam/run/run.ts';
import { filterSummary, type SummaryItem, summarizeRun } from '#exam/run/summary.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useExamRun } from '../run/run-context.tsx';
import styles from './question-grid.module.css';

/** A mock exam's answered question has a dot, which says nothing of right or wrong. */
const stateIcons: Record<QuestionState, IconName> = {
  correct: 'check',
  incorrect: 'cross',
  unanswered: 'circle',
  answered: 'dot',
  seen: 'check',
};

const labels = { all: 'All', unanswered: 'Unanswered', wrong: 'Wrong', flagged: 'Flagged' };
type Filter = keyof typeof labels;

/** The few that need another look are counted; a mock exam has no verdicts to filter by. */
const filterOptions = (run: Run, items: SummaryItem[]) =>
  (Object.keys(labels) as Filter[])
    .filter((value) => !(value === 'wrong' && isSilent(run)))
    .map((value) => {
      const count = filterSummary(items, value).length;
      const isCounted = count > 0 && (value === 'wrong' || value === 'flagged');
      return { value, label: isCounted ? `${labels[value]} ${count}` : labels[value] };
    });

/** All questions by number. Shows the current question's page until the learner pages away. */
export const QuestionGrid = ({ onOpen }: { onOpen: (index: number) => void }) => {
  const { run } = useExamRun();
  const [filter, setFilter] = useState<Filter>('all');
  const [turned, setTurned] = useState<{ page: number; at: number }>();
  const items = summarizeRun(run);
  const found = filterSummary(items, filter);
  const pages = pageCount(found.length);
  // Answered, the question may leave the filter; its place stays.
  const own = pageOf(found.filter(({ index }) => index < run.index).length);
  const page = Math.min(turned?.at === run.index ? turned.page : own, pages - 1);
  const turnTo = (to: number) => setTurned({ page: to, at: run.index });
  const choose = (value: Filter) => {
    setFilter(value);
    setTurned(undefined);
  };

  return (
    <nav aria-label="Questions" className={`stack ${styles.nav}`} data-paged={pages > 1}>
      {/* Buttons: the page's radio buttons are the answers. */}
      <fieldset className={styles.filter} aria-label="Show">
        {filterOptions(run, items).map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className="strong figures"
            aria-pressed={value === filter}
            onClick={() => choose(value)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <ol className={styles.grid} start={page * PAGE_SIZE + 1}>
        {found.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map((item) => {
          const { index, questionId, isFlagged } = item;
          const state = questionState(run, questionId);
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
      {found.length === 0 && <p className="quiet">No such question in this run.</p>}
      <div className={`quiet between figures ${styles.pager}`}>
        <IconButton
          label="Previous page"
          icon="back"
          className="directional"
          disabled={page === 0}
          onClick={() => turnTo(page - 1)}
        />
        <p>{`Page ${page + 1} of ${pages}`}</p>
        <IconButton
          label="Next page"
          icon="forward"
          className="directional"
          disabled={page >= pages - 1}
          onClick={() => turnTo(page + 1)}
        />
      </div>
    </nav>
  );
};
