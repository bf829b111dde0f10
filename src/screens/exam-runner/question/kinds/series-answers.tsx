import { useId } from 'react';
import { NO, withValue, YES } from '#exam/grading/kinds.ts';
import { letterOf } from '#exam/texts/labels.ts';
import option from '#ui/option.module.css';
import { Row } from '../row.tsx';
import { AnswerText, Note, Tag } from './answer-parts.tsx';
import type { AnswersProps } from './kind-answers.tsx';
import styles from './kinds.module.css';

const judgements = [
  { value: YES, word: 'Yes' },
  { value: NO, word: 'No' },
];
const wordOf = (value: number) => judgements.find((one) => one.value === value)?.word;

/** Yes or no to each statement. */
export const SeriesAnswers = (props: AnswersProps) => {
  const { question, labelledBy, selection, isChecked, onSelect } = props;
  const { options, answers, optionNotes } = question;
  const id = useId();
  const set = (at: number, value: number) =>
    onSelect(withValue(selection, options.length, at, value));
  return (
    <fieldset aria-labelledby={labelledBy} className={`stack gap-2 ${styles.answers}`}>
      {options.map((text, at) => {
        const right = answers.includes(text) ? YES : NO;
        const chosen = selection[at] ?? 0;
        const verdict = isChecked ? (chosen === right ? 'correct' : 'wrong') : undefined;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: statements keep their place in a run.
          <Row key={at} position={at} className={option.row} verdict={verdict}>
            <div className={`cluster row ${styles.line}`}>
              <span className={`disc fine ${option.key}`} translate="no" aria-hidden>
                {letterOf(at)}
              </span>
              <AnswerText text={text} id={`${id}${at}`} position={at} />
              <div role="radiogroup" aria-labelledby={`${id}${at}`} className={styles.yesNo}>
                {judgements.map(({ value, word }) => (
                  <label key={value} data-right={isChecked && value === right ? true : undefined}>
                    <input
                      type="radio"
                      name={`${id}${at}`}
                      checked={chosen === value}
                      disabled={isChecked}
                      aria-describedby={verdict && `${id}${at}verdict`}
                      onChange={() => set(at, value)}
                    />
                    <span className="centered small strong">{word}</span>
                  </label>
                ))}
              </div>
            </div>
            {verdict && (
              <div id={`${id}${at}verdict`} className={styles.told}>
                {verdict === 'wrong' && (
                  <Tag isRight={false}>{`Your answer: ${wordOf(chosen) ?? 'none'}`}</Tag>
                )}
                <Tag isRight>{`Correct answer: ${wordOf(right)}`}</Tag>
                <Note text={optionNotes?.[at]} />
              </div>
            )}
          </Row>
        );
      })}
    </fieldset>
  );
};
