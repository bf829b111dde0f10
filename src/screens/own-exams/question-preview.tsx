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

type PictureProps = { image: OwnQuestion['images'][number]; alt: string };

/** An image, whose address lasts while it is on screen. */
const Picture = ({ image: { type, bytes, size }, alt }: PictureProps) => {
  const [src] = useState(() => URL.createObjectURL(new Blob([bytes], { type })));
  useEffect(() => () => URL.revokeObjectURL(src), [src]);
  // Its space before it is drawn: at most twelve lines high.
  const space = size && {
    aspectRatio: `${size.width} / ${size.height}`,
    inlineSize: `min(${size.width}px, ${(12 * size.width) / size.height}rem)`,
  };
  return <img src={src} alt={alt} style={space} />;
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
  const files = own.images.map(({ file }) => file);
  const show = (segments: Segment[]) =>
    segments.map((segment, index) => {
      if (segment.kind === 'text') return segment.text;
      if (segment.kind !== 'image') {
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: segments of a text never move.
          <code key={index} dir="ltr" data-block={segment.kind === 'codeBlock'}>
            {segment.text}
          </code>
        );
      }
      const image = own.images[files.indexOf(findImage(files, segment.word) ?? '')];
      const alt = question.imageAlts?.[segment.word] ?? '';
      return image && <Picture key={image.file} {...{ image, alt }} />;
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
