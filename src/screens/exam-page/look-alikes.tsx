import { OutsideLinks } from '#ui/outside-links.tsx';
import { AnswerNote } from '../loading/load-note.tsx';
import { LookAlikeTable } from '../look-alike/look-alike-table.tsx';
import styles from './exam-search.module.css';
import type { useExamDetail } from './use-exam-detail.ts';

type LookAlikesProps = ReturnType<typeof useExamDetail>;

/** The tables of an exam, to read on their own. */
export const LookAlikes = ({ answer, retry }: LookAlikesProps) => {
  const { lookAlikes = [] } = answer?.ok ? answer.value : {};
  return (
    <div className={`stack gap-5 ${styles.search}`}>
      <div className="stack gap-2">
        <h1 data-first tabIndex={-1}>
          Look-alikes
        </h1>
        {answer?.ok && (
          <p className="quiet">
            {lookAlikes.length > 0
              ? 'What is easily confused in this exam, side by side.'
              : 'This exam has no tables of look-alikes.'}
          </p>
        )}
      </div>
      <AnswerNote subject="exam" {...{ answer, retry }} />
      {lookAlikes.map((table) => (
        <section key={table.id} className="stack gap-2" aria-label={table.title}>
          <LookAlikeTable of={table} heading="h2" />
          <OutsideLinks links={table.references ?? []} />
        </section>
      ))}
    </div>
  );
};
