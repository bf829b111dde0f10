import type { ExamKey } from '#contract/caches.ts';
import { runAddress } from '#contract/routes.ts';
import { continueIndex } from '#exam/stored-run.ts';
import type { StoredRun } from '#learner/schemas.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';

type StartSheetProps = { exam: ExamKey; run: StoredRun; onClose: () => void };

/** Asks before a new run takes the place of an open one. */
export const StartSheet = ({ exam, run, onClose }: StartSheetProps) => (
  <Sheet label="You have an open run" isOpen onClose={onClose}>
    <p>If you start over, the open run ends with your first answer and stays in History.</p>
    <div className="stack">
      <ButtonLink look="primary" href={runAddress(exam, { continue: 'all' })}>
        {`Continue at question ${continueIndex(run) + 1}`}
      </ButtonLink>
      <ButtonLink href={runAddress(exam)}>Start over</ButtonLink>
    </div>
  </Sheet>
);
