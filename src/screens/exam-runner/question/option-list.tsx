import { useId, useState } from 'react';
import type { Question } from '#contract/wire.ts';
import { judgeOption } from '#exam/grading.ts';
import { currentId, findResult, shownSelection } from '#exam/run.ts';
import { isMock } from '#exam/run-plan.ts';
import { TextButton } from '#ui/button.tsx';
import { useExamRun } from '../exam-run.tsx';
import styles from './option-list.module.css';
import { OptionRow } from './option-row.tsx';

/** The letter that chooses an option by key; only the first six have one. */
const letterOf = (position: number) => 'ABCDEF'[position];

type OptionListProps = { question: Question; isSingle: boolean; labelledBy: string };

export const OptionList = ({ question, isSingle, labelledBy }: OptionListProps) => {
  const { run, dispatch, guess } = useExamRun();
  const [isGuessed, setGuessed] = useState(false);
  const name = useId();
  const [areAllNotesOpen, setAllNotesOpen] = useState(false);
  const selection = shownSelection(run, question.options);
  const rows = question.options.map((text, position) => {
    const isChosen = selection.includes(position);
    const verdict = run.isAnswered ? judgeOption(text, isChosen, question.answers) : undefined;
    const note = question.optionNotes?.[position];
    return {
      text,
      position,
      isChosen,
      verdict,
      note,
      isFolded: verdict === 'other' && !areAllNotesOpen,
    };
  });
  const isRight =
    run.isAnswered && !isMock(run.setup) && findResult(run, currentId(run))?.isCorrect;
  const sayGuessed = () => {
    setGuessed(true);
    guess();
  };
  const hasOthers = rows.some(({ verdict, note }) => verdict === 'other' && note);
  return (
    <>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name. */}
      <div
        role={isSingle ? 'radiogroup' : 'group'}
        aria-labelledby={labelledBy}
        className={styles.options}
      >
        {rows.map(({ text, position, isChosen, verdict, note, isFolded }) => (
          <OptionRow
            key={position}
            type={isSingle ? 'radio' : 'checkbox'}
            name={name}
            letter={letterOf(position)}
            text={text}
            note={isFolded ? undefined : note}
            isChosen={isChosen}
            verdict={verdict}
            onChoose={() => dispatch({ type: 'optionChosen', position, question })}
          />
        ))}
      </div>
      {(hasOthers || isRight) && (
        <div className={styles.others}>
          {hasOthers && (
            <TextButton
              aria-expanded={areAllNotesOpen}
              onClick={() => setAllNotesOpen(!areAllNotesOpen)}
            >
              Why not the others?
            </TextButton>
          )}
          {isRight &&
            (isGuessed ? (
              <span role="status" className={styles.guessed}>
                It will come back soon.
              </span>
            ) : (
              <TextButton onClick={sayGuessed}>I guessed</TextButton>
            ))}
        </div>
      )}
    </>
  );
};
