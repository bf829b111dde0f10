import { useEffect, useState } from 'react';
import type { Question } from '#contract/wire.ts';
import { findResult } from '#exam/run/run.ts';
import { formatElapsed } from '#exam/run/stopwatch.ts';
import type { SummaryItem } from '#exam/run/summary.ts';
import { answerLines } from '#exam/texts/answer-texts.ts';
import { plainText } from '#exam/texts/search.ts';
import type { QuestionResult } from '#learner/schemas.ts';
import { QuestionRow } from '../../question-row.tsx';
import { useExamRun } from '../run/run-context.tsx';

/** Undefined until it is known, null if it can't be read. */
const useRowQuestion = (questionId: string) => {
  const { session, run } = useExamRun();
  const [question, setQuestion] = useState<Question | null>();
  const result = findResult(run, questionId);
  useEffect(() => {
    const controller = new AbortController();
    session.load(questionId, controller.signal, result).then((answer) => {
      if (!controller.signal.aborted) setQuestion(answer.ok ? answer.value.question : null);
    });
    return () => controller.abort();
  }, [session, questionId, result]);
  return { question, result };
};

/** What the result alone tells of a question that can't be read. */
const unread = (result: QuestionResult | undefined): Question => ({
  question: 'This question could not be read.',
  questionParts: [],
  options: [],
  answers: result?.correctAnswers ?? [],
});

const notes = { unanswered: 'Not answered', seen: 'Seen' } as const;

type AnswerRowProps = { item: SummaryItem; hasTime?: boolean; onOpen: () => void };

/** A question of a run with what was answered. */
export const AnswerRow = ({ item, hasTime = false, onOpen }: AnswerRowProps) => {
  const { index, questionId, state, isFlagged, time } = item;
  const { question, result } = useRowQuestion(questionId);
  const shown = question ?? (question === null ? unread(result) : undefined);
  const said = [
    state === 'unanswered' || state === 'seen' ? notes[state] : '',
    isFlagged ? 'Flagged' : '',
    hasTime && time !== undefined ? formatElapsed(time) : '',
  ];
  return (
    <QuestionRow
      number={index + 1}
      stem={shown && plainText(shown)}
      lines={shown && result ? answerLines(shown, result) : []}
      note={said.filter(Boolean).join(' · ')}
      onOpen={onOpen}
    />
  );
};
