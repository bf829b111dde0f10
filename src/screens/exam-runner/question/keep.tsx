import { useCallback, useEffect, useState } from 'react';
import type { Question } from '#contract/wire.ts';
import { dueDayOf } from '#exam/day/day-start.ts';
import { comesBackText } from '#exam/day/day-texts.ts';
import { markOf, noteText, writtenNote } from '#exam/day/study.ts';
import { currentId, findResult } from '#exam/run/run.ts';
import { isMock } from '#exam/run/run-setup.ts';
import { mergeStudy } from '#learner/merge.ts';
import { emptyStudy, type Mark, type Study } from '#learner/schemas.ts';
import { TextButton } from '#ui/button.tsx';
import { later } from '#ui/later.tsx';
import { newRunId } from '../../exam-day/run-start.ts';
import { useExamRun } from '../run/run-context.tsx';
import styles from './keep.module.css';

const ReportSheet = later(() => import('./report-sheet.tsx'), 'ReportSheet');

type KeepProps = { question: Question; hasReport: boolean };

/** The learner's study, as other tabs change it and as it changes here. */
const useStudy = () => {
  const { readLearning, onHeard } = useExamRun();
  const [study, setStudy] = useState<Study>();
  /** What is kept here stays as it is shown: what was read may be a letter behind. */
  const refresh = useCallback(async () => {
    const { cards, ...read } = (await readLearning()).study;
    setStudy((known) => ({ ...mergeStudy(known ?? emptyStudy, read), cards }));
  }, [readLearning]);
  useEffect(() => {
    void refresh();
    return onHeard(() => void refresh());
  }, [refresh, onHeard]);
  const show = (change: Partial<Study>) =>
    setStudy((known) => mergeStudy(known ?? emptyStudy, change));
  return { study, refresh, show };
};

/** When a checked question comes back, and what the learner keeps with it: a bookmark, a note, a mistake. */
export const Keep = ({ question, hasReport }: KeepProps) => {
  const { run, keep } = useExamRun();
  const { study, refresh, show } = useStudy();
  /** One sitting at the note. */
  const [writing, setWriting] = useState<string>();
  const [isReporting, setReporting] = useState(false);
  const questionId = currentId(run);
  const mark = markOf(study ?? emptyStudy, questionId);
  const note = noteText(mark);
  const isSaved = mark.isSaved === true;
  const isAside = mark.isAside === true;
  const change = (changed: Mark) => {
    show({ marks: [changed] });
    keep(changed);
  };
  const save = () => {
    const savedAt = Math.max(Date.now(), (mark.savedAt ?? 0) + 1);
    change({ questionId, isSaved: !isSaved, savedAt });
  };
  const setAside = () => {
    const asideAt = Math.max(Date.now(), (mark.asideAt ?? 0) + 1);
    change({ questionId, isAside: !isAside, asideAt });
  };
  const write = (text: string) => {
    if (writing === undefined) return;
    change({ questionId, notes: [writtenNote(mark, writing, text, Date.now())] });
  };
  const toggleWriting = () => {
    setWriting(writing === undefined ? newRunId() : undefined);
    // Another tab may have written meanwhile.
    void refresh();
  };
  const card = study?.cards.find((other) => other.questionId === questionId);
  return (
    <div className="stack">
      {!isMock(run.setup) && findResult(run, questionId) && (
        <p role="status" className={`quiet figures screen-only ${styles.due}`}>
          {isAside ? 'Not asked again' : card && comesBackText(dueDayOf(card), Date.now())}
        </p>
      )}
      <div className="cluster outdented">
        <TextButton aria-pressed={isSaved} onClick={save}>
          {isSaved ? 'Saved' : 'Save question'}
        </TextButton>
        <TextButton aria-expanded={writing !== undefined} disabled={!study} onClick={toggleWriting}>
          {note ? 'Edit note' : 'Add a note'}
        </TextButton>
        <TextButton aria-pressed={isAside} disabled={!study} onClick={setAside}>
          Don’t ask again
        </TextButton>
        {!hasReport && (
          <TextButton aria-haspopup="dialog" onClick={() => setReporting(true)}>
            Report a mistake
          </TextButton>
        )}
      </div>
      {writing !== undefined ? (
        <textarea
          aria-label="Your note"
          rows={3}
          dir="auto"
          className={`field ${styles.note}`}
          // biome-ignore lint/a11y/noAutofocus: it appears at the learner's tap.
          autoFocus
          value={note}
          // Clear of the bar, and of a keyboard on the screen.
          onFocus={({ target }) => target.scrollIntoView?.({ block: 'center' })}
          onChange={({ target }) => write(target.value)}
        />
      ) : (
        note && (
          <p className={`field ${styles.note}`} dir="auto">
            {note}
          </p>
        )
      )}
      {isReporting && <ReportSheet question={question} onClose={() => setReporting(false)} />}
    </div>
  );
};
