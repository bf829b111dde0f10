import type { ReactNode } from 'react';
import type { Question } from '#contract/wire.ts';
import { type Kind, kindOf } from '#exam/grading/kinds.ts';
import { shownSelection } from '#exam/run/run.ts';
import { useExamRun } from '../../run/run-context.tsx';
import { MatchAnswers } from './match-answers.tsx';
import { OrderAnswers } from './order-answers.tsx';
import { SeriesAnswers } from './series-answers.tsx';

export type AnswersProps = {
  question: Question;
  labelledBy: string;
  selection: number[];
  isChecked: boolean;
  /** Undefined where nothing can be chosen. */
  onSelect: ((selection: number[]) => void) | undefined;
};

const answers: Record<Exclude<Kind, 'choice'>, (props: AnswersProps) => ReactNode> = {
  series: SeriesAnswers,
  order: OrderAnswers,
  match: MatchAnswers,
};

type KindAnswersProps = {
  question: Question;
  labelledBy: string;
  isOpen: boolean;
  /** Shown last, after the check. */
  children: ReactNode;
};

/** What answers a question that is no choice. Its code loads with the first such question. */
export const KindAnswers = ({ question, labelledBy, isOpen, children }: KindAnswersProps) => {
  const { run, dispatch } = useExamRun();
  const kind = kindOf(question);
  if (kind === 'choice') return children;
  const Answers = answers[kind];
  const canSelect = isOpen && !run.isAnswered;
  return (
    <>
      <Answers
        {...{ question, labelledBy, isChecked: run.isAnswered }}
        selection={shownSelection(run, question)}
        onSelect={
          canSelect
            ? (selection) => dispatch({ type: 'selectionMade', selection, question })
            : undefined
        }
      />
      {children}
    </>
  );
};
