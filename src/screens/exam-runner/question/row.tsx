import type { ReactNode } from 'react';
import { isSilent, isStruck } from '#exam/run/run.ts';
import { useLongPress } from '../input/use-long-press.ts';
import { useExamRun } from '../run/run-context.tsx';

type RowProps = {
  as?: 'div' | 'li';
  position: number;
  className?: string | undefined;
  verdict?: string | undefined;
  slot?: string;
  children: ReactNode;
};

/** What can be struck out in a mock exam: an option, a statement, a step. */
export const Row = ({ as: Element = 'div', position, verdict, slot, ...props }: RowProps) => {
  const { run, dispatch } = useExamRun();
  const canStrike = isSilent(run);
  const strike = () => dispatch({ type: 'optionStruck', position });
  return (
    <Element
      data-verdict={verdict}
      data-struck={isStruck(run, position) || undefined}
      data-strikes={canStrike || undefined}
      data-slot={slot}
      {...useLongPress(canStrike ? strike : undefined)}
      {...props}
    />
  );
};

/** With a direction of its own, it does not count for that of the text that it begins. */
export const Struck = ({ position }: { position: number }) =>
  isStruck(useExamRun().run, position) && (
    <span className="visually-hidden" dir="ltr">
      {'Struck out: '}
    </span>
  );
