import type { Ref } from 'react';
import { splitCode } from '#contract/code.ts';
import type { Question } from '#contract/wire.ts';
import { currentId, findResult, isSilent, totalAnswered, totalCorrect } from '#exam/run.ts';
import { Icon } from '#ui/icon.tsx';
import { useExamRun } from '../run-context.tsx';
import styles from './verdict.module.css';

const words = { correct: 'Correct', wrong: 'Not quite', none: 'Unanswered' } as const;
/** For screen readers, which get the plain word instead of the kind one. */
const spoken = { ...words, wrong: 'Incorrect' } as const;

/** The reason in brief: the first sentence of the note on the wrong choice or missed answer. */
const reasonOf = ({ options, answers, optionNotes }: Question, selection: number[]) => {
  const isRight = (position: number) => answers.includes(options[position] ?? '');
  const wrong = selection.find((position) => !isRight(position));
  const missed = options.findIndex((_, place) => isRight(place) && !selection.includes(place));
  const note = optionNotes?.[wrong ?? missed] ?? '';
  const text = splitCode(note)
    .map((piece) => piece.text)
    .join('');
  return /^[^\n]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.split('\n', 1)[0] ?? '';
};

type VerdictProps = { question: Question | undefined; ref: Ref<HTMLParagraphElement> };

/** The verdict in words, announced to screen readers together with the score. */
export const Verdict = ({ question, ref }: VerdictProps) => {
  const { run } = useExamRun();
  const isCorrect = findResult(run, currentId(run))?.isCorrect;
  const verdict = isCorrect === undefined ? 'none' : isCorrect ? 'correct' : 'wrong';
  const reason = question && verdict === 'wrong' && reasonOf(question, run.selection);
  return (
    <div role="status" className={styles.status}>
      {run.isAnswered && !isSilent(run) && (
        <p ref={ref} tabIndex={-1} className={styles.verdict} data-verdict={verdict}>
          {verdict !== 'none' && <Icon name={isCorrect ? 'check' : 'cross'} strokeWidth={3} />}
          <span aria-hidden>{words[verdict]}</span>
          {/* CSS shows the text, since screen readers get it from the option. */}
          {reason && <span className={`clamped ${styles.reason}`} data-text={reason} dir="auto" />}
          <span className="visually-hidden">
            {`${spoken[verdict]}. Score: ${totalCorrect(run)} of ${totalAnswered(run)} answered.`}
          </span>
        </p>
      )}
    </div>
  );
};
