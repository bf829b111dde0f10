import type { ReactNode } from 'react';
import styles from './ask-first.module.css';
import { Button } from './button.tsx';

/** On a small screen it opens below the edge. */
const bringIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

type AskFirstProps = {
  /** The question. */
  label: string;
  /** What is lost. */
  children: ReactNode;
  /** The words of the button that does it. */
  act: string;
  onAct: () => void;
  onCancel?: () => void;
};

/** Asks before something is deleted. */
export const AskFirst = ({ label, children, act, onAct, onCancel }: AskFirstProps) => (
  <section className={`stack ${styles.danger}`} aria-label={label} ref={bringIntoView}>
    <p>{children}</p>
    <div className="cluster">
      <Button look="danger" onClick={onAct}>
        {act}
      </Button>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
    </div>
  </section>
);
