import { isMock } from '#exam/run-setup.ts';
import { filterSummary, type SummaryItem, summarizeRun } from '#exam/summary.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useExamRun } from '../run-context.tsx';
import styles from './finish-sheet.module.css';

type PartProps = { label: string; items: SummaryItem[]; onOpen: (index: number) => void };

/** Questions that may need another look, each as a button that opens it. */
const Part = ({ label, items, onOpen }: PartProps) =>
  items.length > 0 && (
    <section aria-label={label}>
      <h3 className={`quiet ${styles.label}`}>{`${label} (${items.length})`}</h3>
      <ul className={`stack gap-2 ${styles.numbers}`}>
        {items.map(({ index }) => (
          <li key={index}>
            <button
              type="button"
              className={`outlined strong figures ${styles.number}`}
              aria-label={`Go to question ${index + 1}`}
              onClick={() => onOpen(index)}
            >
              {index + 1}
            </button>
          </li>
        ))}
      </ul>
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
      <Part label="Flagged" items={filterSummary(items, 'flagged')} onOpen={onOpen} />
      <Part label="Blank" items={blank} onOpen={onOpen} />
    </Sheet>
  );
};
