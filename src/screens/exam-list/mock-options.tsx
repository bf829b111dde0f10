import { useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '#api/api-context.tsx';
import { routes } from '#contract/routes.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { Button } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { LoadNote, WaitingNote } from '../load-note.tsx';
import { useCall } from '../use-call.ts';
import styles from './exam-options.module.css';

const questionChoices = (forms: number) => [
  { value: 'drawn', label: 'Drawn for you' },
  ...Array.from({ length: forms }, (_, place) => ({
    value: `${place + 1}`,
    label: `Form ${place + 1}`,
  })),
];

const clocks = ['30', '60', '90', '120'].map((value) => ({ value, label: `${value} min` }));

/** Draws or fixes the questions where the vendor's way is known; else only the time is asked for. */
const useChoice = ({ sitting, forms = [] }: ExamDetail) => {
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

type MockOptionsProps = { providerId: string; examId: string; onClose: () => void };

const MockForm = ({
  detail,
  ...props
}: Omit<MockOptionsProps, 'onClose'> & { detail: ExamDetail }) => {
  const [, navigate] = useLocation();
  const { text, search, ...choice } = useChoice(detail);
  const address = routes.examRunner.address(props.providerId, props.examId);
  return (
    <>
      <p>{text}</p>
      {choice.options.length > 1 && <Choice {...choice} />}
      <p className={styles.note}>
        The clock can't be stopped. You'll see your score and every answer at the end.
      </p>
      <Button look="primary" onClick={() => navigate(address + search)}>
        Start mock exam
      </Button>
    </>
  );
};

/** The exam as its vendor holds it. */
export const MockOptions = ({ providerId, examId, onClose }: MockOptionsProps) => {
  const { api } = useApi();
  const { answer, retry } = useCall(
    useCallback(
      (signal: AbortSignal) => api.fetchQuestions(providerId, examId, signal),
      [api, providerId, examId],
    ),
  );
  return (
    <Sheet label="Mock exam" isOpen onClose={onClose}>
      <div className={styles.options}>
        <p className={styles.exam} dir="auto">
          {examId}
        </p>
        {answer?.ok && <MockForm detail={answer.value} providerId={providerId} examId={examId} />}
        {!answer && <WaitingNote subject="exam" onRetry={retry} />}
        {answer?.ok === false && (
          <LoadNote subject="exam" failure={answer.failure} onRetry={retry} />
        )}
      </div>
    </Sheet>
  );
};
