import { useState } from 'react';
import { continueText, isWorthContinuing, restoreRun } from '#exam/restored-run.ts';
import { parseSavedRun } from '#storage/saved-run-parser.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './continue-offer.module.css';
import { useExamRun } from './exam-run.tsx';

export type ContinueOfferProps = {
  /** As it lay in storage. */
  kept: unknown;
  examQuestionIds: string[];
  onContinue: (elapsed: number) => void;
};

const readKept = (kept: unknown, examQuestionIds: string[]) => {
  const saved = parseSavedRun(kept);
  const run = saved && isWorthContinuing(saved) ? restoreRun(saved, examQuestionIds) : undefined;
  return saved && run ? { run, elapsed: saved.elapsed } : undefined;
};

/** One tap back into the run that was left here, until an answer or another run takes its place. */
export const ContinueOffer = ({ kept, examQuestionIds, onContinue }: ContinueOfferProps) => {
  const { run, dispatch } = useExamRun();
  const [enteredId] = useState(run.id);
  const [offered, setOffered] = useState(() => readKept(kept, examQuestionIds));

  if (!offered || run.results.length > 0 || run.id !== enteredId) return null;
  return (
    <div className={styles.offer}>
      <Button
        onClick={() => {
          dispatch({ type: 'runEntered', run: offered.run });
          onContinue(offered.elapsed);
          setOffered(undefined);
        }}
      >
        {continueText(offered.run)}
      </Button>
      <button
        type="button"
        aria-label="Not now"
        className={styles.close}
        onClick={() => setOffered(undefined)}
      >
        <Icon name="cross" size={18} />
      </button>
    </div>
  );
};
