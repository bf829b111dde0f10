import { memo, useDeferredValue, useMemo } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import type { Domain } from '#contract/wire.ts';
import { questionCountText } from '#exam/texts/labels.ts';
import { elsewhereOf, excerptOf, findEntries } from '#exam/texts/search.ts';
import { TextButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { useGradual } from '#ui/use-gradual.tsx';
import { agoText } from './ago-text.ts';
import { entriesOf, type Found } from './entries.ts';
import styles from './exam-search.module.css';
import { NotSaved, useDocument } from './not-saved.tsx';
import type { ViewProps } from './page-props.ts';
import { QuestionLink } from './question-links.tsx';
import { useKept } from './use-kept.ts';

/** As 'today' or 'on November 24'. */
const whenText = (at: number) => {
  const text = agoText(at);
  return /day$/.test(text) ? text.toLowerCase() : `on ${text}`;
};

const standingOf = ({ answer, reviews, isFlagged, isSaved }: Found) => {
  const last = reviews.at(-1);
  const isTwice = reviews.length > 1 && reviews.slice(-2).every(({ isCorrect }) => isCorrect);
  const verdict = last && `${last.isCorrect ? 'Right' : 'Wrong'} ${whenText(last.at)}`;
  return [
    answer === undefined
      ? 'Not seen yet, so no answer here'
      : isTwice
        ? 'Right twice in a row'
        : verdict,
    isFlagged && 'Flagged',
    isSaved && 'Saved',
  ].filter((text) => text);
};

/** The text with its matches highlighted. */
const Marked = ({ text, search }: { text: string; search: string }) =>
  excerptOf(text, search).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has nothing else.
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
  );

type HitProps = { exam: ExamKey; entry: Found; search: string };

/** A question: its stem, its answer if the learner has seen it, and how that went. */
const Hit = ({ exam, entry, search }: HitProps) => {
  const { questionId, texts, answer } = entry;
  const elsewhere = elsewhereOf(entry, search);
  return (
    <QuestionLink {...{ exam, questionId }}>
      <span className="stack">
        <span className="clamped" dir="auto">
          <Marked text={texts[0] ?? ''} search={search} />
        </span>
        {answer && (
          <span className={`quiet ${styles.answer}`}>
            <Icon name="check" size={16} />
            <span>
              <span className="visually-hidden">Correct answer: </span>
              <bdi>
                <Marked text={answer} search={search} />
              </bdi>
            </span>
          </span>
        )}
        {elsewhere && elsewhere !== answer && (
          <span className="quiet clamped" dir="auto">
            <Marked text={elsewhere} search={search} />
          </span>
        )}
        <small className="cluster fine">
          {standingOf(entry).map((text) => (
            <span key={`${text}`}>{text}</span>
          ))}
        </small>
      </span>
    </QuestionLink>
  );
};

/** Few at first, so that a keystroke shows within a frame or two. */
const STEP = 20;

type HitsProps = { exam: ExamKey; entries: Found[]; search: string };

/** Rerenders when the results change, not on every keystroke. */
const Hits = memo(({ exam, entries, search }: HitsProps) => {
  const { shown, sentinel } = useGradual(entries, STEP);
  return (
    <ul className="card ruled rows">
      {shown.map((entry) => (
        <Hit key={entry.questionId} {...{ exam, entry, search }} />
      ))}
      {sentinel}
    </ul>
  );
});

type DomainsProps = { domains: Domain[]; entries: Found[]; onChoose: (domain: string) => void };

/** Another way to a question than by its words. */
const Domains = ({ domains, entries, onChoose }: DomainsProps) => (
  <section className="stack" aria-labelledby="domains">
    <h2 id="domains">Or look through a domain</h2>
    <ul className="card ruled rows">
      {domains.map(({ id, name }) => (
        <li key={id}>
          <button type="button" className="way" onClick={() => onChoose(id)}>
            <span>{name}</span>
            <span className="label figures">
              {entries.filter(({ domain }) => domain === id).length}
              <Icon name="forward" size={16} className="directional" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  </section>
);

/** Finds questions among all that are on this device, by their words or by the learner's notes. */
export const ExamSearch = ({ exam, learning }: ViewProps) => {
  const document = useDocument(exam);
  const [typed, type] = useKept('typed');
  const [chosen, choose] = useKept('chosen');
  const search = useDeferredValue(typed);
  const entries = useMemo(
    () => (document ? entriesOf(document, learning) : []),
    [document, learning],
  );
  const domains = document?.detail.domains ?? [];
  const domain = domains.find(({ id }) => id === chosen);
  const isAsked = search.trim() !== '' || domain !== undefined;
  const found = useMemo(
    () =>
      findEntries(
        entries.filter((entry) => !chosen || entry.domain === chosen),
        search,
      ),
    [entries, search, chosen],
  );
  const isNone = isAsked && found.length === 0;
  const where = domain ? ` in ${domain.name}` : '';
  const countText = isNone
    ? `Nothing found for “${search.trim()}”${where}. Try fewer or other words.`
    : `${isAsked ? `${found.length} of ` : ''}${questionCountText(entries.length)}${where}`;
  return (
    <div className={`stack gap-4 ${styles.search}`}>
      <h1 tabIndex={-1}>Search</h1>
      <SearchBox
        label="Search questions"
        placeholder="Words in questions, answers and notes"
        data-first
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      <p role="status" className="quiet figures">
        {document && countText}
        {domain && <TextButton onClick={() => choose('')}>All domains</TextButton>}
      </p>
      {isAsked && found.length > 0 && <Hits exam={exam} entries={found} search={search} />}
      {(!isAsked || isNone) && !domain && domains.length > 0 && (
        <Domains {...{ domains, entries }} onChoose={choose} />
      )}
      {document === null && (
        <NotSaved exam={exam}>
          Only questions on this device can be searched. Save this exam, or start it, which saves it
          too.
        </NotSaved>
      )}
    </div>
  );
};
