import { isMock } from '#exam/run/run-setup.ts';
import { filterSummary, type SummaryItem, summarizeRun } from '#exam/run/summary.ts';
import { Button, TextButton } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useExamRun } from '../run/run-context.tsx';

type PartProps = { label: string; items: SummaryItem[]; onOpen: (index: number) => void };

/** How many questions may need another look, and a link to the first of them. */
const Part = ({ label, items: [first, ...others], onOpen }: PartProps) =>
  first && (
    <section aria-label={label} className="cluster between quiet figures">
      <p>{`${label} (${others.length + 1})`}</p>
      <TextButton onClick={() => onOpen(first.index)}>
        {`Go to question ${first.index + 1}`}
      </TextButton>
    </section>
  );

type FinishSheetProps = {
  onOpen: (index: number) => void;
  onFinish: () => void;
  onClose: () => void;
};

/** Asks once before a run ends, with what is answered, flagged and left blank. */
export const FinishSheet = ({ onOpen, onFinish, onClose }: FinishSheetProps) => {
  const { run } = useExamRun();
  const items = summarizeRun(run);
  const blank = filterSummary(items, 'unanswered');
  const counts = `${items.length - blank.length} of ${items.length} answered.`;
  const isTimed = isMock(run.setup);
  return (
    <Sheet label={isTimed ? 'Finish the exam?' : 'Finish now?'} isOpen onClose={onClose}>
      <p>{isTimed ? `${counts} There is no way back after this.` : counts}</p>
      <div className="stack gap-2">
        <Button look="primary" onClick={onFinish}>
          Finish now
        </Button>
        <Button onClick={onClose}>Keep going</Button>
      </div>
      <div>
        <Part label="Flagged" items={filterSummary(items, 'flagged')} onOpen={onOpen} />
        <Part label="Blank" items={blank} onOpen={onOpen} />
      </div>
    </Sheet>
  );
};
