import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Learning, RunSetup } from '#contract/learner.ts';
import { routes } from '#contract/routes.ts';
import { printSetup } from '#exam/run-plan.ts';
import { dueQuestions } from '#exam/study.ts';
import { Button } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import styles from './exam-options.module.css';

type Amount = 'all' | '10' | '20' | 'practise';
type Order = 'given' | 'shuffled';
type Clock = 'none' | '30' | '60' | '90' | '120';

const orders = [
  { value: 'given' as const, label: 'In order' },
  { value: 'shuffled' as const, label: 'Shuffled' },
];

const clocks = [
  { value: 'none' as const, label: 'No' },
  { value: '30' as const, label: '30 min' },
  { value: '60' as const, label: '60 min' },
  { value: '90' as const, label: '90 min' },
  { value: '120' as const, label: '120 min' },
];

const amounts = (due: number) => [
  { value: 'all' as const, label: 'All questions' },
  { value: '10' as const, label: '10' },
  { value: '20' as const, label: '20' },
  ...(due > 0 ? [{ value: 'practise' as const, label: `To review (${due})` }] : []),
];

type ExamOptionsProps = {
  providerId: string;
  examId: string;
  learning: Learning | undefined;
  onClose: () => void;
};

/** Other ways through an exam than the plain Start. */
export const ExamOptions = ({ providerId, examId, learning, onClose }: ExamOptionsProps) => {
  const [, navigate] = useLocation();
  const [amount, setAmount] = useState<Amount>('all');
  const [order, setOrder] = useState<Order>('given');
  const [clock, setClock] = useState<Clock>('none');
  const due = learning ? dueQuestions(learning, Date.now()).length : 0;
  const setup: RunSetup = {
    questions: amount === 'all' || amount === 'practise' ? amount : Number(amount),
    isShuffled: order === 'shuffled',
    minutes: clock === 'none' ? undefined : Number(clock),
  };
  const start = () => navigate(routes.examRunner.address(providerId, examId) + printSetup(setup));
  return (
    <Sheet label="Practice options" isOpen onClose={onClose}>
      <div className={styles.options}>
        <p className={styles.exam} dir="auto">
          {examId}
        </p>
        <Choice label="Questions" options={amounts(due)} value={amount} onChoose={setAmount} />
        <Choice label="Order" options={orders} value={order} onChoose={setOrder} />
        <Choice label="Timed mock" options={clocks} value={clock} onChoose={setClock} />
        <p className={styles.note}>
          {clock === 'none'
            ? "You'll see the answer after each question."
            : "You'll see your score and every answer at the end."}
        </p>
        <Button look="primary" onClick={start}>
          {clock === 'none' ? 'Start practice' : 'Start mock exam'}
        </Button>
      </div>
    </Sheet>
  );
};
