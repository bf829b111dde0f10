import { useDeferredValue, useMemo, useState } from 'react';
import type { LookAlike } from '#contract/wire.ts';
import { findEntries } from '#exam/texts/search.ts';
import { OutsideLinks } from '#ui/outside-links.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { AnswerNote } from '../loading/load-note.tsx';
import { LookAlikeTable } from '../look-alike/look-alike-table.tsx';
import styles from './exam-search.module.css';
import type { useExamDetail } from './use-exam-detail.ts';

/** With fewer, a look finds more than a search. */
const MANY = 5;

const countText = (found: number, all: number) => {
  if (found === 0) return 'Nothing found. Try fewer or other words.';
  return found < all ? `${found} of ${all} tables` : `${all} tables`;
};

const Tables = ({ tables }: { tables: LookAlike[] }) => {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const entries = useMemo(
    () =>
      tables.map((table) => ({
        table,
        lowered: [table.title, ...table.rows.flat()].map((text) => text.normalize().toLowerCase()),
      })),
    [tables],
  );
  const found = useMemo(() => findEntries(entries, search), [entries, search]);
  return (
    <>
      {tables.length >= MANY && (
        <div className="stack gap-2">
          <SearchBox
            label="Search look-alikes"
            placeholder="A service or a word"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <p role="status" className="quiet figures">
            {countText(found.length, tables.length)}
          </p>
        </div>
      )}
      {found.map(({ table }) => (
        <section key={table.id} className="stack gap-2" aria-label={table.title}>
          <LookAlikeTable of={table} heading="h2" />
          <OutsideLinks links={table.references ?? []} />
        </section>
      ))}
    </>
  );
};

type LookAlikesProps = ReturnType<typeof useExamDetail>;

/** The tables of an exam, to read on their own. */
export const LookAlikes = ({ answer, retry }: LookAlikesProps) => {
  const tables = answer?.ok ? (answer.value.lookAlikes ?? []) : undefined;
  return (
    <div className={`stack gap-5 ${styles.search}`}>
      <div className="stack gap-2">
        <h1 data-first tabIndex={-1}>
          Look-alikes
        </h1>
        {tables && (
          <p className="quiet">
            {tables.length > 0
              ? 'What is easily confused in this exam, side by side.'
              : 'This exam has no tables of look-alikes.'}
          </p>
        )}
      </div>
      <AnswerNote subject="exam" {...{ answer, retry }} />
      {tables && <Tables tables={tables} />}
    </div>
  );
};
