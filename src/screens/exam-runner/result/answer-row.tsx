import { useEffect, useState } from 'react';
import type { Question } from '#contract/wire.ts';
import { findResult } from '#exam/run/run.ts';
import { formatElapsed } from '#exam/run/stopwatch.ts';
import type { SummaryItem } from '#exam/run/summary.ts';
import { type AnswerLine, answerLines } from '#exam/texts/answer-texts.ts';
import { plainText } from '#exam/texts/search.ts';
import type { QuestionResult } from '#learner/schemas.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { useExamRun } from '../run/run-context.tsx';
import styles from './answer-row.module.css';

const verdicts: Record<AnswerLine['verdict'], { icon: IconName; words: string }> = {
  wrong: { icon: 'cross', words: 'Your answer, wrong: ' },
  correct: { icon: 'check', words: 'Correct: ' },
  missed: { icon: 'circle', words: 'Missed: ' },
};

/** Undefined until it is known, null if it can't be read. */
const useRowQuestion = (questionId: string) => {
  const { session, run } = useExamRun();
  const result = findResult(run, questionId);
  const [question, setQuestion] = useState<Question | null | undefined>(
    () => session.find(questionId, result)?.question,
  );
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

/** A question of a run as a row, which opens it: its stem, then what was answered and what is right. */
export const AnswerRow = ({ item, hasTime = false, onOpen }: AnswerRowProps) => {
  const { index, questionId, state, isFlagged, time } = item;
  const { question, result } = useRowQuestion(questionId);
  const shown = question ?? (question === null ? unread(result) : undefined);
  const lines = shown && result ? answerLines(shown, result) : [];
  const note = [
    state === 'unanswered' || state === 'seen' ? notes[state] : '',
    isFlagged ? 'Flagged' : '',
    hasTime && time !== undefined ? formatElapsed(time) : '',
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <button type="button" className={`flush ${styles.row}`} data-printed onClick={onOpen}>
      <span className={`strong figures ${styles.number}`}>{index + 1}</span>
      {/* Empty until it has loaded. */}
      <span className={`clamped ${styles.stem}`} dir="auto">
        {shown && plainText(shown)}
      </span>
      <Icon name="forward" size={16} className="directional dim" />
      {lines.map(({ text, verdict }) => (
        <span key={`${verdict} ${text}`} className={styles.line} data-verdict={verdict}>
          <Icon name={verdicts[verdict].icon} size={16} />
          <span>
            <span className={verdict === 'missed' ? '' : 'visually-hidden'}>
              {verdicts[verdict].words}
            </span>
            <bdi>{text}</bdi>
          </span>
        </span>
      ))}
      {note && <span className={`fine ${styles.note}`}>{note}</span>}
    </button>
  );
};
