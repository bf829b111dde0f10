import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Segment } from '#exam/texts/question-parts.ts';
import { useFindImage } from './image-source.tsx';
import { InlineImage, isIcon, QuestionImage } from './question-image.tsx';
import styles from './segments.module.css';

const keepArrows = (event: KeyboardEvent) => {
  if (event.key.startsWith('Arrow')) event.stopPropagation();
};

type CodeBlockProps = { text: string; isInLabel: boolean };

/** Code lines never wrap; the box scrolls if they are too long, by keyboard too. */
const CodeBlock = ({ text, isInLabel }: CodeBlockProps) => {
  const box = useRef<HTMLElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // Inside a label, a name of its own would drop the code from the option's name.
  const group = isInLabel ? {} : { role: 'group', 'aria-label': 'Code' };
  const scrolling = isWide ? { tabIndex: 0, onKeyDown: keepArrows, ...group } : {};
  return (
    <code ref={box} dir="ltr" translate="no" className={styles.block} {...scrolling}>
      {text}
    </code>
  );
};

/** Whether an image shares its line with words. */
const hasWordsBeside = (before: Segment | undefined, after: Segment | undefined) => {
  const lineBefore =
    before?.kind === 'text' ? before.text.slice(before.text.lastIndexOf('\n') + 1) : '';
  const lineAfter = after?.kind === 'text' ? (after.text.split('\n', 1)[0] ?? '') : '';
  return (
    (lineBefore + lineAfter).trim() !== '' || before?.kind === 'code' || after?.kind === 'code'
  );
};

/** Drops blank lines next to a block, which has its own spacing; keeps indentation. */
const trimBeside = (text: string, isAfterBlock: boolean, isBeforeBlock: boolean) => {
  const start = isBeforeBlock ? text.trimEnd() : text;
  if (!isAfterBlock) return start;
  return /^\s*\n/.test(start) ? start.replace(/^\s*\n/, '') : start.trimStart();
};

/** The space that a question's parts may omit around an inline icon. */
const gapBetween = (before: Segment | undefined, after: Segment) => {
  const isSeam = [before, after].some((piece) => piece?.kind === 'image' && piece.isAlone);
  if (!before || !isSeam) return '';
  const isTight =
    (before.kind === 'text' && /[\s([]/.test(before.text.slice(-1))) ||
    (after.kind === 'text' && /[\s.,;:!?)\]]/.test(after.text.slice(0, 1)));
  return isTight ? '' : ' ';
};

type SegmentsProps = { segments: Segment[]; isInLabel?: boolean };

/** Plain text (never markup), code, and images in place of their markers. */
export const Segments = ({ segments, isInLabel = false }: SegmentsProps) => {
  const findImage = useFindImage();
  const [large, setLarge] = useState<string[]>([]);

  const isBlock = (segment: Segment | undefined, index: number) => {
    if (segment?.kind !== 'image') return segment?.kind === 'codeBlock';
    const { size } = findImage(segment.word);
    if (size) return !isIcon(size);
    const mayBeIcon = !segment.isAlone && hasWordsBeside(segments[index - 1], segments[index + 1]);
    return !mayBeIcon || large.includes(segment.word);
  };

  const rows: ReactNode[] = [];
  let line: ReactNode[] = [];
  const endLine = () => {
    if (line.length > 0) {
      rows.push(
        <span key={rows.length} className={styles.text} data-slot="text">
          {line}
        </span>,
      );
    }
    line = [];
  };
  segments.forEach((segment, index) => {
    const before = segments[index - 1];
    if (isBlock(segment, index)) {
      endLine();
      rows.push(
        segment.kind === 'image' ? (
          <QuestionImage key={rows.length} word={segment.word} />
        ) : (
          <CodeBlock
            key={rows.length}
            text={'text' in segment ? segment.text : ''}
            isInLabel={isInLabel}
          />
        ),
      );
      return;
    }
    const isAfterBlock = isBlock(before, index - 1);
    if (!isAfterBlock) line.push(gapBetween(before, segment));
    if (segment.kind === 'image') {
      const { word } = segment;
      line.push(
        // biome-ignore lint/suspicious/noArrayIndexKey: segments of a text never move.
        <InlineImage key={index} word={word} onLarge={() => setLarge([...large, word])} />,
      );
    } else if (segment.kind === 'code') {
      line.push(
        // biome-ignore lint/suspicious/noArrayIndexKey: segments of a text never move.
        <code key={index} dir="ltr" translate="no" className={styles.code}>
          {segment.text}
        </code>,
      );
    } else {
      // Two texts in a row are two parts of the question.
      if (before?.kind === 'text') endLine();
      line.push(trimBeside(segment.text, isAfterBlock, isBlock(segments[index + 1], index + 1)));
    }
  });
  endLine();
  return rows;
};
