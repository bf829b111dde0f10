import type { ReactNode } from 'react';
import { codeSegments, textSegments } from '#exam/texts/question-parts.ts';
import { Icon } from '#ui/icon.tsx';
import option from '#ui/option.module.css';
import { Struck } from '../row.tsx';
import { Segments } from '../segments.tsx';
import styles from './kinds.module.css';

type AnswerTextProps = { text: string; id?: string | undefined; position?: number };

/** A statement, step or prompt; the first two by their position. */
export const AnswerText = ({ text, id, position }: AnswerTextProps) => (
  <span id={id} className={`stack gap-2 ${option.text}`} dir="auto">
    {position !== undefined && <Struck position={position} />}
    <Segments segments={textSegments(text)} isInLabel />
  </span>
);

export const Note = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className={`stack gap-2 ${styles.note}`} dir="auto">
      <Segments segments={codeSegments(text)} />
    </p>
  ) : null;

/** A verdict in words, beside a check or a cross. */
export const Tag = ({ isRight, children }: { isRight: boolean; children: ReactNode }) => (
  <span className={`fine gap-icon strong ${styles.tag}`} data-right={isRight}>
    <Icon name={isRight ? 'check' : 'cross'} size={16} />
    <span>{children}</span>
  </span>
);
