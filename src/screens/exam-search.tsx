import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { runAddress } from '#contract/routes.ts';
import { letterOf } from '#exam/labels.ts';
import { groupQuestions } from '#exam/practice.ts';
import { type Entry, entryOf, excerptOf, findEntries, plainText } from '#exam/search.ts';
import { withOpened } from '#exam/sitting.ts';
import { markOf, noteText } from '#exam/study.ts';
import { readLearning } from '#learner/learner-store.ts';
import { readQuestion } from '#offline/library/exam-document.ts';
import { readDocument } from '#offline/library/exam-library.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { Icon } from '#ui/icon.tsx';
import { useGradual } from '#ui/use-gradual.tsx';
import styles from './exam-search.module.css';
import { ExamSheet, type ExamSheetProps } from './exam-sheet.tsx';
import { useLoaded } from './use-loaded.ts';

type Kept = 'all' | 'saved' | 'noted';
type Found = Entry & { isAnswered: boolean; isSaved: boolean };

const kinds: Record<Kept, { name: string; has: (entry: Found) => boolean }> = {
  all: { name: 'All', has: () => true },
  saved: { name: 'Saved', has: ({ isSaved }) => isSaved },
  noted: { name: 'With a note', has: ({ note }) => note !== '' },
};

/** Every question of the exam that is on this device, with the learner's marks. */
const readEntries = async (exam: ExamKey): Promise<Found[]> => {
  const [document, learning] = await Promise.all([
    readDocument(exam).catch(() => undefined),
    readLearning(exam),
  ]);
  if (!document) return [];
  const { study } = learning;
  const { questionIds } = withOpened(document.detail, study);
  const groups = groupQuestions(questionIds, learning, Date.now());
  return questionIds.flatMap((id) => {
    const saved = readQuestion(document, id);
    if (!saved) return [];
    const isAnswered = !groups.new.has(id);
    const mark = markOf(study, id);
    const note = noteText(mark);
    const isSaved = mark.isSaved === true;
    return { ...entryOf(id, saved.question, { note, isAnswered }), isAnswered, isSaved };
  });
};

/** The text with its matches highlighted. */
const Marked = ({ pieces }: { pieces: string[] }) =>
  pieces.map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has nothing else.
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
  );

type RowProps = { exam: ExamKey; entry: Found; search: string };

/** A whole question, with its answer only if the learner has answered it before. */
const Whole = ({ exam, entry }: Omit<RowProps, 'search'>) => {
  const { questionId, question, note, isAnswered } = entry;
  const { options, answers, explanation } = question;
  return (
    <div className={`stack ${styles.whole}`}>
      <p dir="auto">{plainText(question)}</p>
      <ol>
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options may be equal.
          <li key={index}>
            <b aria-hidden translate="no">
              {letterOf(index)}
            </b>{' '}
            <bdi>{plainText({ ...question, question: option })}</bdi>
            {isAnswered && answers.includes(option) && (
              <span className={`strong ${styles.right}`}>
                <Icon name="check" size={16} /> Correct answer
              </span>
            )}
          </li>
        ))}
      </ol>
      {isAnswered ? (
        explanation && (
          <p className="quiet" dir="auto">
            {explanation}
          </p>
        )
      ) : (
        <p className="quiet">Answer it once to see the answer here.</p>
      )}
      {note && (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
      <ButtonLink href={runAddress(exam, { only: questionId })}>Practice this question</ButtonLink>
    </div>
  );
};

/** An excerpt with the matches, which opens into the whole question. */
const Row = ({ exam, entry, search }: RowProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details className={styles.row} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary dir="auto">
          <Marked pieces={excerptOf(entry, search)} />
        </summary>
        {isOpen && <Whole exam={exam} entry={entry} />}
      </details>
    </li>
  );
};

type ListProps = { exam: ExamKey; entries: Found[]; search: string };

/** Few at first, so that a keystroke shows within a frame or two. */
const STEP = 20;

/** Rerenders when the results change, not on every keystroke. */
const List = memo(({ exam, entries, search }: ListProps) => {
  const { shown, sentinel } = useGradual(entries, STEP);
  return (
    <ul>
      {shown.map((entry) => (
        <Row key={entry.questionId} exam={exam} entry={entry} search={search} />
      ))}
      {sentinel}
    </ul>
  );
});

/** Searches all of an exam's questions that are on this device. */
export const ExamSearch = ({ exam, onClose }: ExamSheetProps) => {
  const all = useLoaded(useCallback(() => readEntries(exam), [exam]));
  const [typed, setTyped] = useState('');
  const [kept, setKept] = useState<Kept>('all');
  const search = useDeferredValue(typed);
  const found = useMemo(
    () => findEntries(all ?? [], search).filter(kinds[kept].has),
    [all, search, kept],
  );
  const countOf = (kind: Kept) => all?.filter(kinds[kind].has).length ?? 0;
  const options = (Object.keys(kinds) as Kept[])
    .filter((value) => value === 'all' || countOf(value) > 0)
    .map((value) => ({ value, label: `${kinds[value].name} (${countOf(value)})` }));
  return (
    <ExamSheet label="Search questions" {...{ exam, onClose }}>
      <input
        type="search"
        aria-label="Search questions"
        placeholder="Words in questions, answers and notes"
        className={`field ${styles.box}`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {options.length > 1 && (
        <Choice label="Show" options={options} value={kept} onChoose={setKept} />
      )}
      <p role="status" className="quiet figures">
        {all?.length === 0 && 'Save this exam for offline use to search it.'}
        {all && all.length > 0 && `${found.length} of ${all.length} questions`}
      </p>
      <List exam={exam} entries={found} search={search} />
    </ExamSheet>
  );
};
