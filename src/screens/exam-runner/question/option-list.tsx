import { useId, useState } from 'react';
import type { Question } from '#contract/wire.ts';
import { isSingleAnswer, judgeOption } from '#exam/grading/grading.ts';
import { statedCount } from '#exam/grading/stated-count.ts';
import { shownSelection } from '#exam/run/run.ts';
import { TextButton } from '#ui/button.tsx';
import { useExamRun } from '../run/run-context.tsx';
import styles from './option-list.module.css';
import { OptionRow } from './option-row.tsx';

type OptionListProps = {
  question: Question;
  labelledBy: string;
  /** Undefined while the options are shown before they can be chosen. */
  onChoose: ((position: number) => void) | undefined;
};

export const OptionList = (props: OptionListProps) => {
  const { question, labelledBy, onChoose } = props;
  const { options, answers, optionNotes } = question;
  const isSingle = isSingleAnswer(answers);
  const { run } = useExamRun();
  const name = useId();
  const [areAllNotesOpen, setAllNotesOpen] = useState(false);
  const selection = shownSelection(run, question);
  const stated = statedCount(question);
  /** The answers given. Of equal options, one is enough. */
  const met = answers.filter((answer) =>
    selection.some((position) => options[position] === answer),
  );
  const rows = options.map((text, position) => {
    const isChosen = selection.includes(position);
    const isMet = isChosen || met.includes(text);
    const verdict = run.isAnswered ? judgeOption(text, isMet, answers) : undefined;
    return { position, isChosen, verdict, note: verdict && optionNotes?.[position] };
  });
  const canUnfold = rows.some(({ verdict, note }) => verdict === 'other' && note);
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
        {rows.map(({ position, verdict, note, isChosen }) => (
          <OptionRow
            key={position}
            {...{ question, position, verdict, isChosen, isSingle, name, onChoose }}
            // Why the others are wrong is for those who ask.
            note={verdict === 'other' && !areAllNotesOpen ? undefined : note}
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
    </>
  );
};
