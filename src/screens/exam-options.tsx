import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { Learning, RunSetup } from '#contract/learner.ts';
import { routes } from '#contract/routes.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { printSetup } from '#exam/run-setup.ts';
import { dueQuestions } from '#exam/study.ts';
import { Button } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import styles from './exam-options.module.css';
import { LoadNote, WaitingNote } from './load-note.tsx';
import { useExamDetail } from './use-readiness.ts';

type Amount = 'all' | '10' | '20' | 'review';
type Order = 'given' | 'shuffled';

const orders = [
  { value: 'given' as const, label: 'In order' },
  { value: 'shuffled' as const, label: 'Shuffled' },
];

const clocks = ['30', '60', '90', '120'].map((value) => ({ value, label: `${value} min` }));

const amounts = (due: number) => [
  { value: 'all' as const, label: 'All questions' },
  { value: '10' as const, label: '10' },
  { value: '20' as const, label: '20' },
  ...(due > 0 ? [{ value: 'review' as const, label: `Review (${due})` }] : []),
];

type OptionsProps = { providerId: string; examId: string; onClose: () => void };

type OptionsSheetProps = Omit<OptionsProps, 'providerId'> & { label: string; children: ReactNode };

const OptionsSheet = ({ label, examId, onClose, children }: OptionsSheetProps) => (
  <Sheet label={label} isOpen onClose={onClose}>
    <div className={styles.options}>
      <p className={styles.exam} dir="auto">
        {examId}
      </p>
      {children}
    </div>
  </Sheet>
);

type ExamOptionsProps = OptionsProps & { learning: Learning | undefined };

/** Ways to practice an exam other than Start. */
export const ExamOptions = ({ providerId, examId, learning, onClose }: ExamOptionsProps) => {
  const [, navigate] = useLocation();
  const [amount, setAmount] = useState<Amount>('all');
  const [order, setOrder] = useState<Order>('given');
  const [clock, setClock] = useState('none');
  const due = learning ? dueQuestions(learning.study, Date.now()).length : 0;
  const setup: RunSetup = {
    questions: amount === 'all' || amount === 'review' ? amount : Number(amount),
    isShuffled: order === 'shuffled',
    minutes: clock === 'none' ? undefined : Number(clock),
  };
  const start = () => navigate(routes.examRunner.address(providerId, examId) + printSetup(setup));
  return (
    <OptionsSheet label="Practice options" examId={examId} onClose={onClose}>
      <Choice label="Questions" options={amounts(due)} value={amount} onChoose={setAmount} />
      <Choice label="Order" options={orders} value={order} onChoose={setOrder} />
      <Choice
        label="Timed mock"
        options={[{ value: 'none', label: 'No' }, ...clocks]}
        value={clock}
        onChoose={setClock}
      />
      <p className={`quiet ${styles.note}`}>
        {clock === 'none'
          ? "You'll see the answer after each question."
          : "You'll see your score and every answer at the end."}
      </p>
      <Button look="primary" onClick={start}>
        {clock === 'none' ? 'Start practice' : 'Start mock exam'}
      </Button>
    </OptionsSheet>
  );
};

const questionChoices = (forms: number) => [
  { value: 'drawn', label: 'Random' },
  ...Array.from({ length: forms }, (_, place) => ({
    value: `${place + 1}`,
    label: `Fixed set ${place + 1}`,
  })),
];

/** Offers a draw or a fixed form if the vendor's format is known, else only a time limit. */
const useMockChoice = ({ sitting, forms = [] }: ExamDetail) => {
  const [questions, setQuestions] = useState('drawn');
  const [minutes, setMinutes] = useState('60');
  return sitting
    ? {
        text: `${sitting.questions} questions in ${sitting.minutes} minutes, like the real exam. To pass: ${sitting.pass.score}.`,
        label: 'Questions',
        options: questionChoices(forms.length),
        value: questions,
        onChoose: setQuestions,
        search: `?mock=${questions}`,
      }
    : {
        text: 'All questions against the clock.',
        label: 'Time',
        options: clocks,
        value: minutes,
        onChoose: setMinutes,
        search: `?order=shuffled&minutes=${minutes}`,
      };
};

type MockFormProps = Omit<OptionsProps, 'onClose'> & { detail: ExamDetail };

const MockForm = ({ detail, providerId, examId }: MockFormProps) => {
  const [, navigate] = useLocation();
  const { text, search, ...choice } = useMockChoice(detail);
  const address = routes.examRunner.address(providerId, examId);
  return (
    <>
      <p>{text}</p>
      {choice.options.length > 1 && <Choice {...choice} />}
      <p className={`quiet ${styles.note}`}>
        The clock can't be stopped. You'll see your score and every answer at the end.
      </p>
      <Button look="primary" onClick={() => navigate(address + search)}>
        Start mock exam
      </Button>
    </>
  );
};

/** A mock exam in the vendor's format. */
export const MockOptions = ({ providerId, examId, onClose }: OptionsProps) => {
  const { answer, retry } = useExamDetail(providerId, examId);
  return (
    <OptionsSheet label="Mock exam" examId={examId} onClose={onClose}>
      {answer?.ok && <MockForm detail={answer.value} providerId={providerId} examId={examId} />}
      {!answer && <WaitingNote subject="exam" onRetry={retry} />}
      {answer?.ok === false && <LoadNote subject="exam" failure={answer.failure} onRetry={retry} />}
    </OptionsSheet>
  );
};
