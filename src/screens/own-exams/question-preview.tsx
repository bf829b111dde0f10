import { useEffect, useState } from 'react';
import type { OwnQuestion } from '#contract/own.ts';
import type { Question } from '#contract/wire.ts';
import { letterOf } from '#exam/texts/labels.ts';
import {
  findImage,
  questionSegments,
  type Segment,
  textSegments,
} from '#exam/texts/question-parts.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './own-exams.module.css';

/** The addresses of a question's images while they are on screen, by file name. */
const useImageAddresses = ({ images }: OwnQuestion) => {
  const [addresses] = useState(
    () =>
      new Map(
        images.map(({ file, type, bytes }) => [
          file,
          URL.createObjectURL(new Blob([bytes], { type })),
        ]),
      ),
  );
  useEffect(
    () => () => {
      for (const address of addresses.values()) URL.revokeObjectURL(address);
    },
    [addresses],
  );
  return addresses;
};

/** An image's space before it is drawn: at most twelve lines high. */
const spaceOf = (size: { width: number; height: number } | undefined) =>
  size && {
    aspectRatio: `${size.width} / ${size.height}`,
    inlineSize: `min(${size.width}px, ${(12 * size.width) / size.height}rem)`,
  };

const Right = ({ children }: { children: string }) => (
  <span className={`row gap-icon unbroken ${styles.right}`}>
    <Icon name="check" size={16} />
    {children}
  </span>
);

/** What an option is that is right. */
const wordOf = ({ kind, answers }: Question, option: string) => {
  if (kind === 'series') return 'Yes';
  return kind === 'order' ? `Step ${answers.indexOf(option) + 1}` : 'Correct answer';
};

/** A question with its answers, before it is kept. Text is never markup. */
export const QuestionPreview = ({ question: own }: { question: OwnQuestion }) => {
  const { question } = own.answer;
  const addresses = useImageAddresses(own);
  const show = (segments: Segment[]) =>
    segments.map((segment, index) => {
      // biome-ignore lint/suspicious/noArrayIndexKey: segments of a text never move.
      if (segment.kind === 'text') return <span key={index}>{segment.text}</span>;
      if (segment.kind !== 'image') {
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: segments of a text never move.
          <code key={index} dir="ltr" data-block={segment.kind === 'codeBlock'}>
            {segment.text}
          </code>
        );
      }
      const src = addresses.get(findImage([...addresses.keys()], segment.word) ?? '');
      const alt = question.imageAlts?.[segment.word] ?? '';
      return (
        src && (
          <img key={src} src={src} alt={alt} style={spaceOf(question.imageSizes?.[segment.word])} />
        )
      );
    });
  return (
    <li className={`stack ${styles.preview}`} translate="no">
      <p dir="auto" className={styles.stem}>
        {show(questionSegments(question))}
      </p>
      {question.kind === 'match' && (
        <ol className="ruled lines quiet">
          {question.prompts?.map((prompt, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: prompts never move.
            <li key={index} className="cluster between" data-right>
              <span className={styles.option} dir="auto">
                {show(textSegments(prompt))}
              </span>
              <Right>{letterOf(question.options.indexOf(question.answers[index] ?? ''))}</Right>
            </li>
          ))}
        </ol>
      )}
      <ol className="ruled lines quiet">
        {question.options.map((option, index) => {
          const isRight = question.kind !== 'match' && question.answers.includes(option);
          return (
            <li key={option} className="cluster between" data-right={isRight}>
              <span className={styles.option}>
                {`${letterOf(index)}. `}
                <span dir="auto">{show(textSegments(option))}</span>
              </span>
              {isRight && <Right>{wordOf(question, option)}</Right>}
              {!isRight && question.kind === 'series' && <span>No</span>}
            </li>
          );
        })}
      </ol>
    </li>
  );
};
