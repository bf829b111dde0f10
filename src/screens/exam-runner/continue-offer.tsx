import { useEffect, useState } from 'react';
import type { LearnerExam } from '#contract/learner.ts';
import type { Run } from '#exam/run.ts';
import { continueText, isWorthContinuing, isWorthKeeping, restoreRun } from '#exam/saved-run.ts';
import { readSavedRun } from '#storage/learner-store.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './continue-offer.module.css';
import { useExamRun } from './exam-run.tsx';

type Kept = { run: Run; elapsed: number };

type ContinueOfferProps = {
  exam: LearnerExam;
  examQuestionIds: string[];
  onContinue: (elapsed: number) => void;
};

/** One tap back into the run that was left here. Answering anew takes the offer's place. */
export const ContinueOffer = ({ exam, examQuestionIds, onContinue }: ContinueOfferProps) => {
  const { run, dispatch } = useExamRun();
  const [kept, setKept] = useState<Kept>();

  useEffect(() => {
    let isCurrent = true;
    readSavedRun(exam).then((saved) => {
      if (!isCurrent || !saved || !isWorthContinuing(saved)) return;
      const restored = restoreRun(saved, examQuestionIds);
      if (restored) setKept({ run: restored, elapsed: saved.elapsed });
    });
    return () => {
      isCurrent = false;
    };
  }, [exam, examQuestionIds]);

  if (!kept || isWorthKeeping(run)) return null;
  return (
    <div className={styles.offer}>
      <Button
        onClick={() => {
          dispatch({ type: 'runEntered', run: kept.run });
          onContinue(kept.elapsed);
          setKept(undefined);
        }}
      >
        {continueText(kept.run)}
      </Button>
      <button
        type="button"
        aria-label="Not now"
        className={styles.close}
        onClick={() => setKept(undefined)}
      >
        <Icon name="cross" size={18} />
      </button>
    </div>
  );
};
