import { useState } from 'react';
import { PAGE_SIZE, pageCount, pageIndexes, pageOf } from '#exam/paging.ts';
import { type QuestionState, questionState } from '#exam/run.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { useExamRun } from '../run-context.tsx';
import styles from './question-grid.module.css';

export const stateIcons: Record<QuestionState, IconName> = {
  correct: 'check',
  incorrect: 'cross',
  unanswered: 'circle',
  answered: 'check',
  seen: 'check',
};

/** All questions by number. Shows the current question's page until the learner pages away. */
export const QuestionGrid = ({ onOpen }: { onOpen: (index: number) => void }) => {
  const { run } = useExamRun();
  const [turned, setTurned] = useState<{ page: number; at: number }>();
  const page = turned?.at === run.index ? turned.page : pageOf(run.index);
  const pages = pageCount(run.questionIds.length);
  const turnTo = (to: number) => setTurned({ page: to, at: run.index });

  return (
    <nav aria-label="Questions" className={`stack ${styles.nav}`} data-paged={pages > 1}>
      <ol className={styles.grid} start={page * PAGE_SIZE + 1}>
        {pageIndexes(page, run.questionIds.length).map((index) => {
          const id = run.questionIds[index] ?? '';
          const state = questionState(run, id);
          const isFlagged = run.flags.includes(id);
          return (
            <li key={index}>
              <button
                type="button"
                className={`outlined figures ${styles.number}`}
                data-state={state}
                data-flagged={isFlagged}
                aria-label={`Question ${index + 1}, ${state}${isFlagged ? ', flagged' : ''}`}
                aria-current={index === run.index ? 'step' : undefined}
                onClick={() => onOpen(index)}
              >
                <span>{index + 1}</span>
                <Icon name={stateIcons[state]} size={14} strokeWidth={2.5} />
              </button>
            </li>
          );
        })}
      </ol>
      <div className="quiet between figures">
        <button
          type="button"
          aria-label="Previous page"
          className={`round ${styles.arrow}`}
          disabled={page === 0}
          onClick={() => turnTo(page - 1)}
        >
          <Icon name="back" size={20} className="directional" />
        </button>
        <p>{`Page ${page + 1} of ${pages}`}</p>
        <button
          type="button"
          aria-label="Next page"
          className={`round ${styles.arrow}`}
          disabled={page >= pages - 1}
          onClick={() => turnTo(page + 1)}
        >
          <Icon name="forward" size={20} className="directional" />
        </button>
      </div>
    </nav>
  );
};
