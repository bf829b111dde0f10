import { Suspense, useEffect, useRef, useState } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { runKind } from '#contract/learner.ts';
import { routes } from '#contract/routes.ts';
import { percentOf } from '#exam/grading.ts';
import { gainSince } from '#exam/progress.ts';
import { finalScoreText, isTimeUp, questionState, startedRun, totalCorrect } from '#exam/run.ts';
import { isSitting } from '#exam/sitting.ts';
import type { ExamSession } from '#offline/session/exam-session.ts';
import { readLearning } from '#storage/learner-store.ts';
import { Button, ButtonLink, TextButton } from '#ui/button.tsx';
import { later } from '#ui/later.tsx';
import { isDeletedSoon } from '../../installation.ts';
import { newRunId, useExamRun } from '../run-context.tsx';
import styles from './exam-complete.module.css';

const RunSummary = later(() => import('./run-summary.tsx'), 'RunSummary');

const unansweredText = (count: number) =>
  count === 1 ? '1 question is still unanswered.' : `${count} questions are still unanswered.`;

/**
 * The difference to the last run of its kind, if any, in percentage points, and whether this is the
 * first finished run of the exam.
 */
const useComparison = (exam: ExamKey) => {
  const { run } = useExamRun();
  const [compared, setCompared] = useState<{ gain?: number | undefined; isFirst?: boolean }>({});
  const { id, setup } = run;
  const percent = percentOf(totalCorrect(run), run.questionIds.length);
  useEffect(() => {
    let isCurrent = true;
    readLearning(exam).then(({ history }) => {
      if (!isCurrent) return;
      setCompared({
        gain: gainSince(history, { runId: id, kind: runKind(setup), percent }),
        isFirst: history.every(({ runId }) => runId === id),
      });
    });
    return () => {
      isCurrent = false;
    };
  }, [exam, id, setup, percent]);
  return compared;
};

const gainText = (gain: number) => {
  if (gain === 0) return 'The same as last time';
  return `${gain > 0 ? '+' : '−'}${Math.abs(gain)} since last time`;
};

/** Whether the run would have passed, as an estimate: only the vendor knows for certain. */
const PassEstimate = ({ session }: { session: ExamSession }) => {
  const { run } = useExamRun();
  const { sitting } = session.detail;
  if (!sitting || !isSitting(run, session.detail)) return null;
  const isPass = percentOf(totalCorrect(run), run.questionIds.length) >= sitting.pass.share;
  return (
    <div className={styles.estimate} data-pass={isPass}>
      <p>{isPass ? 'Likely a pass' : 'Not a pass yet'}</p>
      <p className="quiet">{`An estimate: the vendor asks for ${sitting.pass.score}, about ${sitting.pass.share}% right.`}</p>
    </div>
  );
};

/** Shown once there is progress to lose; iOS deletes it soon. */
const CopyOffer = ({ apiUrl }: { apiUrl: string }) => {
  const [said, setSaid] = useState('');
  const save = async () => {
    try {
      const { exportData } = await import('../../export-data.ts');
      const given = await exportData(apiUrl);
      setSaid(given === 'declined' ? '' : 'Your copy is made.');
    } catch {
      setSaid('No copy could be made. Try again under Back up or move progress, on the home page.');
    }
  };
  return (
    <div className={`cluster quiet ${styles.copy}`}>
      <p>
        {isDeletedSoon()
          ? 'Your browser deletes your progress after seven days without a visit, unless CertDeck is on your home screen.'
          : 'Your progress is on this device only.'}
      </p>
      <TextButton onClick={save}>Save a copy</TextButton>
      <p role="status">{said}</p>
    </div>
  );
};

type ExamCompleteProps = {
  exam: ExamKey;
  session: ExamSession;
  /** It replaces the question instead of following it. */
  isAlone: boolean;
  onOpen: (index: number) => void;
};

/** The end of a run: the score, and what to do next. */
export const ExamComplete = ({ exam, session, isAlone, onOpen }: ExamCompleteProps) => {
  const { run, enter } = useExamRun();
  const heading = useRef<HTMLHeadingElement>(null);
  const { gain, isFirst } = useComparison(exam);
  const open = run.questionIds.flatMap((id, index) =>
    questionState(run, id) === 'unanswered' ? [index] : [],
  );
  const firstOpen = open[0];
  const wrong = run.questionIds.filter((id) => questionState(run, id) === 'incorrect');
  const practice = (questionIds: string[]) => {
    const setup = { questions: 'again', isShuffled: false } as const;
    enter(startedRun(questionIds, setup, newRunId(), Date.now()));
    scrollTo({ top: 0 });
  };
  useEffect(() => {
    if (!isAlone) return;
    scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [isAlone]);
  return (
    <section className={`stack card ${styles.end}`} aria-label="Result">
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        Exam Complete!
      </h2>
      {isTimeUp(run) && <p>Time is up</p>}
      <p className={`figures ${styles.score}`}>
        {finalScoreText(totalCorrect(run), run.questionIds.length)}
      </p>
      {gain !== undefined && <p className={styles.gain}>{gainText(gain)}</p>}
      <PassEstimate session={session} />
      {firstOpen !== undefined && (
        <div className={styles.open}>
          <p>{unansweredText(open.length)}</p>
          {!run.isFinished && <Button onClick={() => onOpen(firstOpen)}>Answer the rest</Button>}
        </div>
      )}
      <div className={styles.next}>
        {wrong.length > 0 && (
          <Button look="primary" onClick={() => practice(wrong)}>
            {`Practice ${wrong.length} wrong ${wrong.length === 1 ? 'answer' : 'answers'}`}
          </Button>
        )}
        <Button onClick={() => onOpen(0)}>Review answers</Button>
        <ButtonLink href={routes.providerList.address()}>Back to Home</ButtonLink>
      </div>
      {(isFirst || isDeletedSoon()) && <CopyOffer apiUrl={exam.apiUrl} />}
      <Suspense>
        <RunSummary session={session} onOpen={onOpen} onPractice={practice} />
      </Suspense>
    </section>
  );
};
