import type { ReactNode } from 'react';
import { isSilent, isStruck } from '#exam/run/run.ts';
import { codeSegments, textSegments } from '#exam/texts/question-parts.ts';
import { Icon } from '#ui/icon.tsx';
import option from '#ui/option.module.css';
import { useLongPress } from '../../input/use-long-press.ts';
import { useExamRun } from '../../run/run-context.tsx';
import { Segments } from '../segments.tsx';
import styles from './kinds.module.css';

type RowProps = {
  as?: 'div' | 'li';
  position: number;
  className?: string | undefined;
  verdict?: string | undefined;
  children: ReactNode;
};

/** What can be struck out in a mock exam, like an option of a choice. */
export const Row = ({ as: Element = 'div', position, className, verdict, children }: RowProps) => {
  const { run, dispatch } = useExamRun();
  const canStrike = isSilent(run);
  const strike = () => dispatch({ type: 'optionStruck', position });
  return (
    <Element
      className={className}
      data-verdict={verdict}
      data-struck={isStruck(run, position) || undefined}
      data-strikes={canStrike || undefined}
      {...useLongPress(canStrike ? strike : undefined)}
    >
      {children}
    </Element>
  );
};

const Struck = ({ position }: { position: number }) =>
  isStruck(useExamRun().run, position) && (
    <span className="visually-hidden" dir="ltr">
      {'Struck out: '}
    </span>
  );

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
  <span className={styles.tag} data-right={isRight}>
    <Icon name={isRight ? 'check' : 'cross'} size={16} />
    <span>{children}</span>
  </span>
);
