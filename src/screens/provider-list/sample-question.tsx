import { type SubmitEvent, useState } from 'react';
import { runAddress } from '#contract/routes.ts';
import { judgeOption } from '#exam/grading/grading.ts';
import { accentOf } from '#theme/accent.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { DeckGlyph, Icon } from '#ui/icon.tsx';
import option from '#ui/option.module.css';
import { sample } from './sample.ts';
import styles from './sample-question.module.css';

const { providerId, stem, options, answer } = sample;
const answers = options.slice(answer, answer + 1).map(({ text }) => text);

type SampleQuestionProps = {
  /** It is painted before the app has loaded, and can't be answered yet. */
  isBusy?: boolean;
  /** Whether this site offers the exam that the question is from. */
  canStart?: boolean;
};

/** A question to answer on the spot, so that a visitor sees in seconds what practice is like. */
export const SampleQuestion = ({ isBusy = false, canStart = false }: SampleQuestionProps) => {
  const [chosen, setChosen] = useState<number>();
  const [isChecked, setChecked] = useState(false);
  const check = (event: SubmitEvent) => {
    event.preventDefault();
    if (chosen !== undefined) setChecked(true);
  };
  return (
    <form
      className={`stack gap-4 card deck ${styles.sample}`}
      data-accent={accentOf(providerId)}
      aria-labelledby="try"
      onSubmit={check}
    >
      <p className="label">
        <DeckGlyph />
        <span id="try">
          <strong>Try one</strong>
          {' from AWS Cloud Practitioner'}
        </span>
      </p>
      <p className={styles.stem}>{stem}</p>
      <fieldset className="stack gap-2" disabled={isBusy || isChecked}>
        <legend className="visually-hidden">Choose one answer</legend>
        {options.map(({ text, note }, position) => {
          const isChosen = position === chosen;
          const verdict = isChecked ? judgeOption(text, isChosen, answers) : undefined;
          const isRight = verdict === 'correct';
          return (
            <div key={text} className={option.row} data-verdict={verdict}>
              <label className={option.label}>
                <input
                  type="radio"
                  name="sample"
                  className={option.input}
                  checked={isChosen}
                  onChange={() => setChosen(position)}
                />
                <span className={`disc fine ${option.key}`} aria-hidden translate="no">
                  {'ABCD'[position]}
                </span>
                <span className={option.text}>{text}</span>
                {verdict && verdict !== 'other' && (
                  <span className={option.tag}>
                    <Icon name={isRight ? 'check' : 'cross'} size={16} />
                    {isRight ? 'Correct answer' : 'Your answer'}
                  </span>
                )}
              </label>
              {verdict && verdict !== 'other' && <p className={option.note}>{note}</p>}
            </div>
          );
        })}
      </fieldset>
      <div className={`cluster row ${styles.foot}`}>
        <p role="status" className={styles.verdict}>
          {isChecked && (chosen === answer ? 'Correct!' : 'Not quite.')}
        </p>
        {isChecked && canStart && (
          <ButtonLink look="primary" href={runAddress(sample, { questions: 10, isShuffled: true })}>
            Start this exam
          </ButtonLink>
        )}
        {!isChecked && (
          <Button type="submit" look="primary" disabled={isBusy || chosen === undefined}>
            Check Answer
          </Button>
        )}
      </div>
    </form>
  );
};
