import { useState } from 'react';
import { useLocation } from 'wouter';
import { isOwn } from '#contract/own.ts';
import { runAddress } from '#contract/routes.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { percentOf } from '#exam/grading.ts';
import { isUnsat, TIMES } from '#exam/sitting.ts';
import { findOpenRun } from '#exam/stored-run.ts';
import { emptyStudy, type Learning } from '#learner/schemas.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { ContinueWords } from './continue-words.tsx';
import styles from './exam-sheet.module.css';
import { ExamSheet, type ExamSheetProps } from './exam-sheet.tsx';
import { AnswerNote } from './load-note.tsx';
import { useExamDetail } from './use-readiness.ts';

const clocks = ['30', '60', '90', '120'].map((value) => ({ value, label: `${value} min` }));

/** The form that is held out comes last, and counts as never seen until the learner has taken it. */
const questionChoices = ({ forms = [], heldOut }: ExamDetail, isNew: boolean) => [
  { value: 'drawn', label: 'Random' },
  ...[...forms, ...(heldOut ? [heldOut] : [])].map((form, index) => ({
    value: `${index + 1}`,
    label: isNew && form === heldOut ? 'Never seen' : `Fixed set ${index + 1}`,
  })),
];

/** Offers a draw or a fixed form if the vendor's format is known, else only a time limit. */
const useMockChoice = (detail: ExamDetail, isNew: boolean, isOwnExam: boolean) => {
  const { sitting } = detail;
  const [questions, setQuestions] = useState('drawn');
  const [times, setTimes] = useState('1');
  const [minutes, setMinutes] = useState('60');
  if (!sitting) {
    return {
      text: 'All questions against the clock.',
      choices: [{ label: 'Time', options: clocks, value: minutes, onChoose: setMinutes }],
      search: `?order=shuffled&minutes=${minutes}`,
    };
  }
  const forms = questionChoices(detail, isNew);
  const lengths = TIMES.map((factor) => ({
    value: `${factor}`,
    label: `${sitting.minutes * factor} min`,
  }));
  return {
    text: `${sitting.questions} questions in ${sitting.minutes} minutes${isOwnExam ? '' : ', like the real exam'}. To pass: ${sitting.pass.score}.`,
    choices: [
      { label: 'Questions', options: forms, value: questions, onChoose: setQuestions },
      { label: 'Time', options: lengths, value: times, onChoose: setTimes },
    ],
    search: `?mock=${questions}${times === '1' ? '' : `&time=${times}`}`,
  };
};

/** What the exam asks, by domain. */
const Blueprint = ({ domains = [] }: ExamDetail) => {
  const sum = domains.reduce((total, { weight }) => total + weight, 0);
  return (
    domains.length > 0 && (
      <ul className={`figures ${styles.blueprint}`} aria-label="Share of the exam">
        {domains.map(({ id, name, weight }) => (
          <li key={id} className="between">
            <span>{name}</span>
            <b>{`${percentOf(weight, sum)}%`}</b>
          </li>
        ))}
      </ul>
    )
  );
};

type MockSheetProps = ExamSheetProps & { learning: Pick<Learning, 'runs' | 'study'> | undefined };
type MockFormProps = Omit<MockSheetProps, 'onClose'> & { detail: ExamDetail };

const MockForm = ({ exam, detail, learning }: MockFormProps) => {
  const [, navigate] = useLocation();
  const isNew = isUnsat(detail, learning?.study ?? emptyStudy);
  const { text, search, choices } = useMockChoice(detail, isNew, isOwn(exam));
  const open = findOpenRun(learning?.runs ?? [], 'mock');
  return (
    <>
      {open && (
        <>
          <ButtonLink look="primary" href={runAddress(exam, '?continue=mock')}>
            <ContinueWords run={open} otherwise="Continue mock" />
          </ButtonLink>
          <p className={`quiet ${styles.note}`}>
            If you start another one, this one ends with your first answer and stays in History.
          </p>
        </>
      )}
      <p>{text}</p>
      <Blueprint {...detail} />
      {choices
        .filter(({ options }) => options.length > 1)
        .map((choice) => (
          <Choice key={choice.label} {...choice} />
        ))}
      {isNew && (
        <p className={`quiet ${styles.note}`}>
          “Never seen” asks questions that no practice shows until you have taken it.
        </p>
      )}
      <p className={`quiet ${styles.note}`}>
        The clock can’t be stopped. You’ll see your score and every answer at the end.
      </p>
      <Button look={open ? 'quiet' : 'primary'} onClick={() => navigate(runAddress(exam, search))}>
        Start mock exam
      </Button>
    </>
  );
};

/** A mock exam in the vendor's format. */
export const MockSheet = ({ exam, learning, onClose }: MockSheetProps) => {
  const { answer, retry } = useExamDetail(exam);
  return (
    <ExamSheet label="Mock exam" {...{ exam, onClose }}>
      {answer?.ok && <MockForm {...{ exam, learning }} detail={answer.value} />}
      <AnswerNote subject="exam" {...{ answer, retry }} />
    </ExamSheet>
  );
};
