import { routes } from '#contract/routes.ts';
import { continueIndex } from '#exam/stored-run.ts';
import type { StoredRun } from '#learner/schemas.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';

type StartSheetProps = { providerId: string; examId: string; run: StoredRun; onClose: () => void };

/** Asks before a new run takes the place of an open one. */
export const StartSheet = ({ providerId, examId, run, onClose }: StartSheetProps) => {
  const address = routes.examRunner.address(providerId, examId);
  return (
    <Sheet label="You have an open run" isOpen onClose={onClose}>
      <p>If you start over, it goes to the history with your first answer.</p>
      <div className="stack">
        <ButtonLink look="primary" href={`${address}?continue=all`}>
          {`Continue at question ${continueIndex(run) + 1}`}
        </ButtonLink>
        <ButtonLink href={address}>Start over</ButtonLink>
      </div>
    </Sheet>
  );
};
