import { useId, useState } from 'react';
import { toggled } from '#exam/grading/kinds.ts';
import { letterOf } from '#exam/texts/labels.ts';
import { withoutMarks } from '#exam/texts/search.ts';
import { IconButton } from '#ui/icon-button.tsx';
import option from '#ui/option.module.css';
import { Row } from '../row.tsx';
import { AnswerText, Note, Tag } from './answer-parts.tsx';
import type { AnswersProps } from './kind-answers.tsx';
import styles from './kinds.module.css';

const moved = (steps: number[], at: number, by: number) =>
  steps.toSpliced(at, 1).toSpliced(at + by, 0, ...steps.slice(at, at + 1));

type StepsProps = { label: string; options: string[]; steps: number[] };

const Steps = ({ label, options, steps }: StepsProps) => (
  <section className="stack gap-2" aria-label={label}>
    <h2 className="fine quiet strong">{label}</h2>
    <ol className={styles.steps}>
      {steps.map((position, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place.
        <li key={at}>
          <AnswerText text={options[position] ?? ''} />
        </li>
      ))}
    </ol>
  </section>
);

const moves = [
  { word: 'Move up', by: -1 },
  { word: 'Move down', by: 1 },
];

/** The steps chosen so far in their order, with a place for each that is needed. */
const Chosen = ({ question, selection, onSelect }: AnswersProps) => {
  const { options, answers } = question;
  const places = Math.max(answers.length, selection.length);
  const nameOf = (position: number) => withoutMarks(options[position] ?? '');
  return (
    <ol className={styles.steps} aria-label="Your order" data-open>
      {Array.from({ length: places }, (_, at) => {
        const position = selection[at];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place.
          <li key={at}>
            {position === undefined ? (
              <span className="visually-hidden">empty</span>
            ) : (
              <>
                <span className={`clamped small ${styles.step}`} dir="auto">
                  {nameOf(position)}
                </span>
                <span className={`row ${styles.moves}`}>
                  {moves.map(({ word, by }) => (
                    <IconButton
                      key={word}
                      label={`${word}: ${nameOf(position)}`}
                      icon="forward"
                      disabled={selection[at + by] === undefined}
                      onClick={() => onSelect(moved(selection, at, by))}
                    />
                  ))}
                </span>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
};

/** How a step that was put at `step` and belongs at `place` looks once checked; 0 is nowhere. */
const judge = (step: number, place: number) => {
  if (place === 0) {
    return step > 0
      ? { verdict: 'wrong', tag: 'Your answer, no step of it' }
      : { verdict: 'other' };
  }
  if (step === place) return { verdict: 'correct', tag: `Step ${place}` };
  return step > 0
    ? { verdict: 'wrong', tag: `Step ${place}, yours was ${step}` }
    : { verdict: 'missed', tag: `Step ${place}, missed` };
};

/** Steps to tap in their order. */
export const OrderAnswers = (props: AnswersProps) => {
  const { question, labelledBy, selection, isChecked, onSelect } = props;
  const { options, answers, optionNotes } = question;
  const id = useId();
  const [said, setSaid] = useState('');
  const right = answers.map((answer) => options.indexOf(answer));
  const isRight = String(selection) === String(right);
  const tap = (position: number) => {
    const next = toggled(question, selection, position);
    const step = next.indexOf(position) + 1;
    const text = withoutMarks(options[position] ?? '');
    setSaid(step > 0 ? `Step ${step}: ${text}` : `Taken out: ${text}`);
    onSelect(next);
  };
  return (
    <div className={`stack gap-4 ${styles.answers}`}>
      {isChecked ? (
        <div className={`stack gap-4 ${styles.both}`}>
          {!isRight && <Steps label="Your order" options={options} steps={selection} />}
          <Steps label="Correct order" options={options} steps={right} />
        </div>
      ) : (
        <Chosen {...props} />
      )}
      <fieldset aria-labelledby={labelledBy} className="stack gap-2">
        {options.map((text, position) => {
          const step = selection.indexOf(position) + 1;
          const place = right.indexOf(position) + 1;
          const { verdict, tag } = isChecked ? judge(step, place) : {};
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their place in a run.
            <Row key={position} position={position} className={option.row} verdict={verdict}>
              <label className={option.label}>
                <input
                  type="checkbox"
                  className={option.input}
                  checked={step > 0}
                  disabled={isChecked}
                  aria-describedby={`${id}${position}`}
                  onChange={() => tap(position)}
                />
                <span className={`disc fine figures ${option.key}`} translate="no" aria-hidden>
                  {step || letterOf(position)}
                </span>
                <AnswerText text={text} position={position} />
              </label>
              <div id={`${id}${position}`} className={verdict ? styles.told : undefined}>
                {!verdict && step > 0 && <span className="visually-hidden">{`Step ${step}`}</span>}
                {tag && <Tag isRight={verdict !== 'wrong'}>{tag}</Tag>}
                {verdict && <Note text={optionNotes?.[position]} />}
              </div>
            </Row>
          );
        })}
      </fieldset>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  );
};
