import { type ReactNode, useId, useState } from 'react';
import type { Question } from '#contract/wire.ts';
import { judgeOption } from '#exam/grading/grading.ts';
import { statedCount } from '#exam/grading/stated-count.ts';
import { isSilent, isStruck, shownSelection } from '#exam/run/run.ts';
import { letterOf } from '#exam/texts/labels.ts';
import { directionOf } from '#exam/texts/question-parts.ts';
import { TextButton } from '#ui/button.tsx';
import { useExamRun } from '../run/run-context.tsx';
import styles from './option-list.module.css';
import { OptionRow, type OptionView } from './option-row.tsx';

type OptionListProps = {
  question: Question;
  isSingle: boolean;
  labelledBy: string;
  /** Undefined while the options are shown before they can be chosen. */
  onChoose: ((position: number) => void) | undefined;
  /** Shown last, after the check. */
  children: ReactNode;
};

export const OptionList = (props: OptionListProps) => {
  const { question, isSingle, labelledBy, onChoose, children } = props;
  const { run, dispatch } = useExamRun();
  const name = useId();
  const [areAllNotesOpen, setAllNotesOpen] = useState(false);
  const selection = shownSelection(run, question);
  const stated = statedCount(question);
  /** The answers given. Of equal options, one is enough. */
  const met = question.answers.filter((answer) =>
    selection.some((position) => question.options[position] === answer),
  );
  const rows = question.options.map((text, position): OptionView => {
    const isChosen = selection.includes(position);
    const verdict = run.isAnswered
      ? judgeOption(text, isChosen || met.includes(text), question.answers)
      : undefined;
    // Why the others are wrong is for those who ask.
    const isFolded = verdict === 'other' && !areAllNotesOpen;
    const note = verdict && !isFolded ? question.optionNotes?.[position] : undefined;
    const shown = { letter: letterOf(position), isChosen, isStruck: isStruck(run, position) };
    const dir = directionOf(text, question);
    return { position, text, ...shown, verdict, note, dir };
  });
  const strike = isSilent(run)
    ? (position: number) => dispatch({ type: 'optionStruck', position })
    : undefined;
  const canUnfold = rows.some(
    ({ verdict, position }) => verdict === 'other' && question.optionNotes?.[position],
  );
  return (
    <>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name. */}
      <div
        role={isSingle ? 'radiogroup' : 'group'}
        aria-labelledby={labelledBy}
        className={`stack gap-2 ${styles.options}`}
        data-slot="options"
      >
        {stated !== undefined && !run.isAnswered && (
          <p
            role="status"
            className={`quiet figures ${styles.line}`}
            data-over={selection.length > stated || undefined}
          >
            {`${selection.length} of ${stated} chosen`}
          </p>
        )}
        {rows.map((option) => (
          <OptionRow
            key={option.position}
            option={option}
            isSingle={isSingle}
            name={name}
            onChoose={onChoose}
            onStrike={strike}
          />
        ))}
      </div>
      {canUnfold && (
        <div className={`outdented ${styles.others}`}>
          <TextButton
            aria-expanded={areAllNotesOpen}
            onClick={() => setAllNotesOpen(!areAllNotesOpen)}
          >
            Why not the others?
          </TextButton>
        </div>
      )}
      {children}
    </>
  );
};
