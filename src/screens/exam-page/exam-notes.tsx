import type { ExamKey } from '#contract/caches.ts';
import { noteText } from '#exam/day/study.ts';
import { withOpened } from '#exam/run/sitting.ts';
import { plainText } from '#exam/texts/search.ts';
import type { Mark } from '#learner/schemas.ts';
import { type ExamDocument, readQuestion } from '#offline/library/exam-document.ts';
import { counted } from '#primitives/counted.ts';
import { agoText } from './ago-text.ts';
import styles from './exam-search.module.css';
import { NotSaved, useDocument } from './not-saved.tsx';
import type { ViewProps } from './page-props.ts';
import { QuestionLink } from './question-links.tsx';

/** When its note was written last. */
const noteAt = ({ notes = [] }: Mark) => Math.max(...notes.map(({ at }) => at));

type NoteProps = { exam: ExamKey; mark: Mark; document: ExamDocument | null };

/** A note with its question, if that is on this device. */
const Note = ({ exam, mark, document }: NoteProps) => {
  const { question } = (document && readQuestion(document, mark.questionId)) ?? {};
  return (
    <QuestionLink exam={exam} questionId={mark.questionId}>
      <span>
        <span className={styles.note} dir="auto">
          {noteText(mark)}
        </span>
        {question && (
          <small className="fine clamped" dir="auto">
            {plainText(question)}
          </small>
        )}
        <small className="fine">{agoText(noteAt(mark))}</small>
      </span>
    </QuestionLink>
  );
};

/** The learner's notes, the latest first. */
export const ExamNotes = ({ exam, learning: { study } }: ViewProps) => {
  const document = useDocument(exam);
  const asked = document && withOpened(document.detail, study).questionIds;
  const noted = study.marks
    .filter((mark) => noteText(mark) && asked?.includes(mark.questionId) !== false)
    .sort((a, b) => noteAt(b) - noteAt(a));
  return (
    <div className={`stack gap-4 ${styles.search}`}>
      <h1 data-first tabIndex={-1}>
        Your notes
      </h1>
      {document === null && (
        <NotSaved exam={exam}>
          Save this exam, or start it, which saves it too, to see the questions of your notes here.
        </NotSaved>
      )}
      {document !== undefined && (
        <>
          <p role="status" className="quiet figures">
            {counted(noted.length, 'note')}
          </p>
          <ul className="card ruled rows">
            {noted.map((mark) => (
              <Note key={mark.questionId} {...{ exam, mark, document }} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
};
