import { useCallback, useId, useState } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import type { ExamQuestions } from '#contract/wire.ts';
import type { Run } from '#exam/run/run.ts';
import { isMock } from '#exam/run/run-setup.ts';
import { continueRun, continueText } from '#exam/run/stored-run.ts';
import { runKindText } from '#exam/texts/study-texts.ts';
import { readLearning } from '#learner/learner-store.ts';
import { runKind, type StoredRun } from '#learner/schemas.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useRefreshed } from '../../loading/use-refreshed.ts';
import { useExamRun } from '../run/run-context.tsx';
import styles from './continue-offer.module.css';

type Offered = { stored: StoredRun; run: Run };

/** Finds the unfinished runs of this exam, one of each kind, a mock exam first: its clock runs. */
const findOffered = async (exam: ExamKey, questions: ExamQuestions): Promise<Offered[]> => {
  const { runs } = await readLearning(exam);
  const mockFirst = runs.toSorted((a, b) => Number(isMock(b.setup)) - Number(isMock(a.setup)));
  return mockFirst.flatMap((stored) => {
    // The day's practice is continued from the day's own button, which says what is left of it.
    const run = stored.setup.isDay ? undefined : continueRun(stored, questions, Date.now());
    return run ? [{ stored, run }] : [];
  });
};

type ContinueButtonProps = { offered: Offered; onContinue: (offered: Offered) => void };

const ContinueButton = ({ offered, onContinue }: ContinueButtonProps) => {
  const kindId = useId();
  return (
    <div className={`cluster between ${styles.way}`}>
      <p id={kindId}>{runKindText(runKind(offered.run.setup), offered.run.questionIds.length)}</p>
      <Button size="small" aria-describedby={kindId} onClick={() => onContinue(offered)}>
        {continueText(offered.run)}
      </Button>
    </div>
  );
};

/** Continues an unfinished run with one tap; disappears once a new run has an answer. */
export const ContinueOffer = ({ onEnter }: { onEnter: () => void }) => {
  const { exam, session, run, enter } = useExamRun();
  const questions = session.detail;
  const [enteredId] = useState(run.id);
  // Another tab may have begun a run since this one was opened.
  const { value: offered = [] } = useRefreshed(
    useCallback(() => findOffered(exam, questions), [exam, questions]),
  );
  const [isRefused, refuse] = useState(false);
  const [isListed, setListed] = useState(false);

  const first = offered[0];
  if (!first || isRefused || run.results.length > 0 || run.id !== enteredId) return null;
  const goOn = ({ stored }: Offered) => {
    const restored = continueRun(stored, questions, Date.now());
    if (!restored) return;
    onEnter();
    enter(restored, stored);
  };
  return (
    <div className={`cluster row screen-only ${styles.offer}`}>
      {offered.length === 1 ? (
        <ContinueButton offered={first} onContinue={goOn} />
      ) : (
        <Button size="small" aria-haspopup="dialog" onClick={() => setListed(true)}>
          {`${offered.length} unfinished sessions`}
        </Button>
      )}
      <IconButton label="Not now" icon="cross" onClick={() => refuse(true)} />
      <Sheet label="Continue" isOpen={isListed} onClose={() => setListed(false)}>
        <ul className="stack gap-4">
          {offered.map((item) => (
            <li key={item.stored.id}>
              <ContinueButton offered={item} onContinue={goOn} />
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  );
};
