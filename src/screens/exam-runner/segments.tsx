import type { Segment } from '#exam/question-parts.ts';
import { Picture } from './picture.tsx';
import styles from './segments.module.css';

/** Texts as they are written, never as markup, and pictures where their markers stand. */
export const Segments = ({ segments }: { segments: Segment[] }) =>
  segments.map((segment, index) =>
    segment.kind === 'picture' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: segments of a text never move.
      <Picture key={index} word={segment.word} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: segments of a text never move.
      <span key={index} className={styles.text}>
        {segment.text.trim()}
      </span>
    ),
  );
