import { withValue } from '#exam/grading/kinds.ts';
import { letterOf } from '#exam/texts/labels.ts';
import { textSegments } from '#exam/texts/question-parts.ts';
import { withoutMarks } from '#exam/texts/search.ts';
import option from '#ui/option.module.css';
import { Row } from '../row.tsx';
import { AnswerText, Note, Tag } from './answer-parts.tsx';
import type { AnswersProps } from './kind-answers.tsx';
import styles from './kinds.module.css';

const hasImage = (text: string) => textSegments(text).some(({ kind }) => kind === 'image');

/** An option for each prompt. */
export const MatchAnswers = (props: AnswersProps) => {
  const { question, labelledBy, selection, isChecked, onSelect } = props;
  const { options, answers, prompts = [], promptNotes, optionNotes } = question;
  const textOf = (position: number) => {
    const text = options[position] ?? '';
    return hasImage(text) ? 'Picture' : withoutMarks(text);
  };
  /** Within a sentence, in the option's own direction. */
  const named = (position: number) => (
    <>
      {letterOf(position)}. <bdi>{textOf(position)}</bdi>
    </>
  );
  const isUsed = (text: string) => answers.includes(text);
  return (
    <div className={styles.answers}>
      <fieldset aria-labelledby={labelledBy} className="stack gap-2">
        {prompts.map((prompt, at) => {
          const right = options.indexOf(answers[at] ?? '') + 1;
          const chosen = selection[at] ?? 0;
          const isRight = options[chosen - 1] === answers[at];
          const verdict = isChecked ? (isRight ? 'correct' : 'wrong') : undefined;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: prompts never move.
            <div key={at} className={option.row} data-verdict={verdict}>
              {verdict ? (
                <div className={`stack gap-2 ${styles.prompt}`}>
                  <AnswerText text={prompt} />
                  <div className={styles.pair}>
                    {!isRight && (
                      <Tag isRight={false}>
                        Your answer: {chosen > 0 ? named(chosen - 1) : 'none'}
                      </Tag>
                    )}
                    <Tag isRight>Correct answer: {named(right - 1)}</Tag>
                    <Note text={promptNotes?.[at]} />
                  </div>
                </div>
              ) : (
                <label className={`stack gap-2 ${styles.prompt}`}>
                  <AnswerText text={prompt} />
                  <select
                    className="field"
                    value={chosen}
                    data-chosen={chosen > 0 || undefined}
                    data-printed={chosen > 0 || undefined}
                    onChange={({ target }) =>
                      onSelect(withValue(selection, answers.length, at, Number(target.value)))
                    }
                  >
                    <option value={0}>Choose…</option>
                    {options.map((_, position) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: options keep their place.
                      <option key={position} value={position + 1}>
                        {`${letterOf(position)}. ${textOf(position)}`}
                      </option>
                    ))}
                  </select>
                </label>
              )}
            </div>
          );
        })}
      </fieldset>
      <ul className={`stack gap-2 small ${styles.pool}`} aria-label="Options">
        {options.map((text, position) => (
          <Row
            as="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: options keep their place in a run.
            key={position}
            position={position}
            verdict={isChecked && !isUsed(text) ? 'other' : undefined}
          >
            <span className={`disc fine ${option.key}`} translate="no">
              {letterOf(position)}
            </span>
            <span className="stack gap-2">
              <AnswerText text={text} position={position} />
              {isChecked && !isUsed(text) && <Note text={optionNotes?.[position]} />}
            </span>
          </Row>
        ))}
      </ul>
    </div>
  );
};
