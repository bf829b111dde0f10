import { outcomeChange } from '#exam/day/plan-change.ts';
import type { Outcome, Plan } from '#learner/schemas.ts';
import { Button } from '#ui/button.tsx';

const texts: Record<Outcome, string> = {
  passed: 'Passed',
  failed: 'Not this time',
  moved: 'I moved it',
};

/** Asked on the day after the exam. */
export const Outcomes = ({ onPlan }: { onPlan: (change: Plan) => void }) =>
  (Object.keys(texts) as Outcome[]).map((outcome) => (
    <Button key={outcome} onClick={() => onPlan(outcomeChange(outcome, Date.now()))}>
      {texts[outcome]}
    </Button>
  ));
