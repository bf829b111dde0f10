import type { ReactNode } from 'react';
import type { Question } from '#contract/wire.ts';
import type { Kind } from '#exam/grading/kinds.ts';
import { shownSelection } from '#exam/run/run.ts';
import { useExamRun } from '../../run/run-context.tsx';
import { MatchAnswers } from './match-answers.tsx';
import { OrderAnswers } from './order-answers.tsx';
import { SeriesAnswers } from './series-answers.tsx';

export type AnswersProps = {
  question: Question;
  labelledBy: string;
  selection: number[];
  /** Nothing can be chosen any more. */
  isChecked: boolean;
  onSelect: (selection: number[]) => void;
};

const answers = { series: SeriesAnswers, order: OrderAnswers, match: MatchAnswers };

type KindAnswersProps = {
  kind: Exclude<Kind, 'choice'>;
  question: Question;
  labelledBy: string;
  /** Shown last, after the check. */
  children: ReactNode;
};

/** What answers a question that is no choice. Its code loads with the first such question. */
export const KindAnswers = ({ kind, question, labelledBy, children }: KindAnswersProps) => {
  const { run, dispatch } = useExamRun();
  const Answers = answers[kind];
  return (
    <>
      <Answers
        {...{ question, labelledBy, isChecked: run.isAnswered }}
        selection={shownSelection(run, question)}
        onSelect={(selection) => dispatch({ type: 'selectionMade', selection, question })}
      />
      {children}
    </>
  );
};
