import { useState } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { commit, resetProgress } from '#learner/learner-store.ts';
import type { Learning } from '#learner/schemas.ts';
import { readPairing } from '#sync/pairing-record.ts';
import { AskFirst } from '#ui/ask-first.tsx';
import { TextButton } from '#ui/button.tsx';
import { useLoaded } from '../loading/use-loaded.ts';
import styles from './exam-page.module.css';

type ResetProgressProps = { exam: ExamKey; isBegun: boolean; onReset: () => void };

/** Forgets every answer of an exam, once it was asked whether to, and takes that back. */
export const ResetProgress = ({ exam, isBegun, onReset }: ResetProgressProps) => {
  const [isAsking, setAsking] = useState(false);
  const pairing = useLoaded(readPairing);
  const [before, setBefore] = useState<Learning | 'failed'>();
  const reset = async () => {
    setAsking(false);
    setBefore((await resetProgress(exam)) ?? 'failed');
    onReset();
  };
  const undo = async (learning: Learning) => {
    setBefore(undefined);
    await commit(exam, learning);
    onReset();
  };
  return (
    <>
      {isBegun && (
        <TextButton
          className={styles.muted}
          aria-expanded={isAsking}
          onClick={() => setAsking(!isAsking)}
        >
          Reset progress
        </TextButton>
      )}
      <p role="status" className={`cluster row ${styles.small}`}>
        {before === 'failed' && 'This browser could not do that. Nothing was reset.'}
        {before && before !== 'failed' && (
          <>
            Progress reset.
            <TextButton onClick={() => undo(before)}>Undo</TextButton>
          </>
        )}
      </p>
      {isAsking && (
        <AskFirst label="Reset progress?" act="Reset" onAct={reset}>
          Every answer and run of this exam is forgotten. Notes and saved questions stay.
          {pairing && ' The devices that this one is paired with bring them back: stop that first.'}
        </AskFirst>
      )}
    </>
  );
};
