import { Suspense, useEffect, useState } from 'react';
import type { LearnerExam } from '#contract/learner.ts';
import { readKeptRun } from '#storage/learner-store.ts';
import { later } from '#ui/later.tsx';
import type { ContinueOfferProps } from './continue-offer.tsx';

const ContinueOffer = later(() => import('./continue-offer.tsx'), 'ContinueOffer');

type KeptRunProps = Omit<ContinueOfferProps, 'kept'> & { exam: LearnerExam };

/** Looks for the run that was left in this exam; most learners of a new exam have none. */
export const KeptRun = ({ exam, ...offer }: KeptRunProps) => {
  const [kept, setKept] = useState<unknown>();
  useEffect(() => {
    let isCurrent = true;
    readKeptRun(exam).then((value) => isCurrent && setKept(value));
    return () => {
      isCurrent = false;
    };
  }, [exam]);
  if (kept === undefined) return null;
  return (
    <Suspense>
      <ContinueOffer kept={kept} {...offer} />
    </Suspense>
  );
};
