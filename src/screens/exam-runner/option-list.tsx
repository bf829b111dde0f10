import { useId } from 'react';
import type { Question } from '#contract/wire.ts';
import { judgeOption } from '#exam/grading.ts';
import { shownSelection } from '#exam/run.ts';
import { useExamRun } from './exam-run.tsx';
import styles from './option-list.module.css';
import { OptionRow } from './option-row.tsx';

type OptionListProps = { question: Question; isSingle: boolean; labelledBy: string };

export const OptionList = ({ question, isSingle, labelledBy }: OptionListProps) => {
  const { run, dispatch } = useExamRun();
  const name = useId();
  const selection = shownSelection(run, question.options);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name.
    <div
      role={isSingle ? 'radiogroup' : 'group'}
      aria-labelledby={labelledBy}
      className={styles.options}
    >
      {question.options.map((text, position) => {
        const isChosen = selection.includes(position);
        return (
          <OptionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is its position; texts may be equal.
            key={position}
            type={isSingle ? 'radio' : 'checkbox'}
            name={name}
            text={text}
            note={question.optionNotes?.[position]}
            isChosen={isChosen}
            verdict={run.isAnswered ? judgeOption(text, isChosen, question.answers) : undefined}
            onChoose={() => dispatch({ type: 'optionChosen', position, question })}
          />
        );
      })}
    </div>
  );
};
