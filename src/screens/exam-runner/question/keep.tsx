import { useState } from 'react';
import type { Question } from '#contract/wire.ts';
import { dueDayOf } from '#exam/day/day-start.ts';
import { comesBackText } from '#exam/day/day-texts.ts';
import { markOf, noteText, writtenNote } from '#exam/day/study.ts';
import { currentId, findResult } from '#exam/run/run.ts';
import { isMock } from '#exam/run/run-setup.ts';
import { mergeStudy } from '#learner/merge.ts';
import { emptyStudy, type Mark } from '#learner/schemas.ts';
import { TextButton } from '#ui/button.tsx';
import { later } from '#ui/later.tsx';
import { newRunId } from '../../exam-day/run-start.ts';
import { useExamRun, useLearning } from '../run/run-context.tsx';
import styles from './keep.module.css';

const ReportSheet = later(() => import('./report-sheet.tsx'), 'ReportSheet');

type KeepProps = { question: Question; hasReport: boolean };

/** Later than the change before, whatever the clock says. */
const after = (before = 0) => Math.max(Date.now(), before + 1);

/** When a checked question comes back, and what the learner keeps with it: a bookmark, a note, a mistake. */
export const Keep = ({ question, hasReport }: KeepProps) => {
  const { run, keep } = useExamRun();
  const { learning, refresh } = useLearning();
  /** It stays as it is shown: what was read may be a letter behind. */
  const [kept, setKept] = useState(emptyStudy);
  /** One sitting at the note. */
  const [writing, setWriting] = useState<string>();
  const [isReporting, setReporting] = useState(false);
  const questionId = currentId(run);
  const { cards, marks } = learning?.study ?? emptyStudy;
  const mark = markOf(mergeStudy(kept, { marks }), questionId);
  const note = noteText(mark);
  const isSaved = mark.isSaved === true;
  const isAside = mark.isAside === true;
  const change = (what: Omit<Mark, 'questionId'>) => {
    const changed = { questionId, ...what };
    setKept((before) => mergeStudy(before, { marks: [changed] }));
    keep(changed);
  };
  const save = () => change({ isSaved: !isSaved, savedAt: after(mark.savedAt) });
  const setAside = () => change({ isAside: !isAside, asideAt: after(mark.asideAt) });
  const toggleWriting = () => {
    setWriting(writing === undefined ? newRunId() : undefined);
    // Another tab may have written meanwhile.
    void refresh();
  };
  const card = cards.find((other) => other.questionId === questionId);
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
        <TextButton
          aria-expanded={writing !== undefined}
          disabled={!learning}
          onClick={toggleWriting}
        >
          {note ? 'Edit note' : 'Add a note'}
        </TextButton>
        <TextButton aria-pressed={isAside} disabled={!learning} onClick={setAside}>
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
          onChange={({ target }) =>
            change({ notes: [writtenNote(mark, writing, target.value, Date.now())] })
          }
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
