import { Suspense, useEffect, useId, useState } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { type Certainty, emptyStudy, type MarkChange, type Study } from '#contract/learner.ts';
import type { Question } from '#contract/wire.ts';
import { comesBackText } from '#exam/labels.ts';
import { currentId } from '#exam/run.ts';
import { isMock } from '#exam/run-setup.ts';
import { lastCertainty, markOf, markQuestion, rateAnswer } from '#exam/study.ts';
import { Button, TextButton } from '#ui/button.tsx';
import { later } from '#ui/later.tsx';
import { useExamRun } from '../run-context.tsx';
import styles from './keep.module.css';

const ReportSheet = later(() => import('./report-sheet.tsx'), 'ReportSheet');

const certainties: { value: Certainty; label: string }[] = [
  { value: 'guessed', label: 'Guessed' },
  { value: 'unsure', label: 'Unsure' },
  { value: 'sure', label: 'Sure' },
];

type KeepProps = { exam: ExamKey; question: Question; hasReport: boolean };

/** What the learner says of a checked question: how sure they were, a bookmark, a note, a mistake. */
export const Keep = ({ exam, question, hasReport }: KeepProps) => {
  const { run, teach, keep, readStudy } = useExamRun();
  const [study, setStudy] = useState<Study>();
  const [isWriting, setWriting] = useState(false);
  const [isReporting, setReporting] = useState(false);
  const questionId = currentId(run);
  /** What is kept here stays as it is shown: what was read may be a letter behind. */
  const refresh = async () => {
    const read = await readStudy();
    setStudy((known) => ({ ...read, marks: known?.marks ?? read.marks }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once; the question has a card of its own.
  useEffect(() => {
    void refresh();
  }, []);
  const show = (to: (known: Study) => Study) => setStudy((known) => to(known ?? emptyStudy));
  const sureId = useId();
  const certainty = study && lastCertainty(study, questionId);
  const { isSaved, note } = markOf(study ?? emptyStudy, questionId);
  const mark = (changed: Pick<MarkChange, 'isSaved' | 'note'>) => {
    const change = { ...changed, questionId, at: Date.now() };
    show((known) => markQuestion(known, change));
    void keep(change);
  };
  const rate = async (certainty: Certainty) => {
    const change = (known: Study) => rateAnswer(known, questionId, certainty);
    show(change);
    // Only what is stored has a new day to come back.
    if (await teach(change)) await refresh();
  };
  const card = study?.cards.find((other) => other.questionId === questionId);
  return (
    <div className={`stack ${styles.keep}`}>
      {!isMock(run.setup) && (
        <div className={`screen-only ${styles.sure}`}>
          {/* Buttons, since the radio buttons of a question are its options. */}
          <p id={sureId} className="quiet">
            How sure were you?
          </p>
          <div className={`cluster ${styles.chips}`}>
            {certainties.map(({ value, label }) => (
              <Button
                key={value}
                size="small"
                aria-describedby={sureId}
                aria-pressed={value === certainty}
                onClick={() => rate(value)}
              >
                {label}
              </Button>
            ))}
            <p role="status" className="quiet figures">
              {card && comesBackText(card.due, Date.now())}
            </p>
          </div>
        </div>
      )}
      <div className={`cluster ${styles.acts}`}>
        <TextButton aria-pressed={isSaved} onClick={() => mark({ isSaved: !isSaved })}>
          {isSaved ? 'Saved' : 'Save question'}
        </TextButton>
        <TextButton
          aria-expanded={isWriting}
          disabled={!study}
          onClick={() => setWriting(!isWriting)}
        >
          {note ? 'Edit note' : 'Add a note'}
        </TextButton>
        {!hasReport && (
          <TextButton aria-haspopup="dialog" onClick={() => setReporting(true)}>
            Report a mistake
          </TextButton>
        )}
      </div>
      {isWriting ? (
        <textarea
          aria-label="Your note"
          rows={3}
          dir="auto"
          className={styles.note}
          // biome-ignore lint/a11y/noAutofocus: it appears at the learner's tap.
          autoFocus
          value={note}
          onChange={({ target }) => mark({ note: target.value })}
        />
      ) : (
        note && (
          <p className={styles.note} dir="auto">
            {note}
          </p>
        )
      )}
      <Suspense>
        {isReporting && (
          <ReportSheet
            exam={exam}
            questionId={questionId}
            question={question}
            onClose={() => setReporting(false)}
          />
        )}
      </Suspense>
    </div>
  );
};
