import { useDeferredValue, useMemo } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import type { LookAlike } from '#contract/wire.ts';
import { findEntries } from '#exam/texts/search.ts';
import { type ExamDocument, readQuestion } from '#offline/library/exam-document.ts';
import { OutsideLinks } from '#ui/outside-links.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { LookAlikeTable } from '../look-alike/look-alike-table.tsx';
import styles from './exam-search.module.css';
import { NotSaved, useDocument } from './not-saved.tsx';
import { useKept } from './use-kept.ts';

/** With fewer, a look finds more than a search. */
const MANY = 5;

const countText = (found: number, all: number) => {
  if (found === 0) return 'Nothing found. Try fewer or other words.';
  return found < all ? `${found} of ${all} tables` : `${all} tables`;
};

const Tables = ({ tables }: { tables: LookAlike[] }) => {
  const [typed, keepTyped] = useKept('typed');
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
            onChange={({ target }) => keepTyped(target.value)}
          />
          <p role="status" className="quiet figures">
            {countText(found.length, tables.length)}
          </p>
        </div>
      )}
      {found.map(({ table }) => (
        <section key={table.id} className={`stack gap-2 ${styles.table}`} aria-label={table.title}>
          <LookAlikeTable of={table} heading="h2" />
          <OutsideLinks links={table.references ?? []} />
        </section>
      ))}
    </>
  );
};

/** The tables of the questions that are on this device, each once. */
const tablesOf = (document: ExamDocument) => {
  const tables = new Map<string, LookAlike>();
  for (const id of document.detail.questionIds) {
    const { lookAlike } = readQuestion(document, id)?.question ?? {};
    if (lookAlike) tables.set(lookAlike.id, lookAlike);
  }
  return [...tables.values()].sort((a, b) => a.title.localeCompare(b.title));
};

/** The tables of an exam, to read on their own. */
export const LookAlikes = ({ exam }: { exam: ExamKey }) => {
  const document = useDocument(exam);
  const tables = useMemo(() => document && tablesOf(document), [document]);
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
      {document === null && (
        <NotSaved exam={exam}>
          The tables come with the questions. Save this exam, or start it, which saves it too, and
          they are here, also without a connection.
        </NotSaved>
      )}
      {tables && <Tables tables={tables} />}
    </div>
  );
};
