import { Suspense, useEffect, useRef, useState } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { routes } from '#contract/routes.ts';
import { percentOf } from '#exam/grading.ts';
import { SHORT } from '#exam/labels.ts';
import { alternateDomains } from '#exam/practice.ts';
import { earlierScores } from '#exam/progress.ts';
import {
  finalScoreText,
  isAllAnswered,
  isTimeUp,
  type QuestionState,
  questionState,
  type Run,
  startedRun,
  totalCorrect,
} from '#exam/run.ts';
import { isMock } from '#exam/run-setup.ts';
import { isSitting } from '#exam/sitting.ts';
import { readLearning } from '#learner/learner-store.ts';
import { type RunKind, type RunRecord, type RunSetup, runKind } from '#learner/schemas.ts';
import { shuffle } from '#primitives/shuffle.ts';
import { Button, ButtonLink, TextButton } from '#ui/button.tsx';
import { later } from '#ui/later.tsx';
import { Meter } from '#ui/progress.tsx';
import { isDeletedSoon } from '../../installation.ts';
import { newRunId } from '../../run-start.ts';
import { useExamRun } from '../run-context.tsx';
import styles from './exam-complete.module.css';

const RunSummary = later(() => import('./run-summary.tsx'), 'RunSummary');

const blankText = (count: number, hasEnded: boolean) => {
  const questions = count === 1 ? '1 question' : `${count} questions`;
  if (hasEnded) return `${questions} left blank.`;
  return `${questions} ${count === 1 ? 'is' : 'are'} still unanswered.`;
};

/** The exam's finished runs, once read. */
const useHistory = (exam: ExamKey) => {
  const [history, setHistory] = useState<RunRecord[]>();
  useEffect(() => {
    let isCurrent = true;
    readLearning(exam).then((read) => isCurrent && setHistory(read.history));
    return () => {
      isCurrent = false;
    };
  }, [exam]);
  return history;
};

/** The difference to the last run like this one, in points, and the scores of those before. */
const gainText = (run: Run, history: RunRecord[]) => {
  const earlier = earlierScores(history, run);
  const last = earlier.at(-1);
  if (last === undefined || (!isMock(run.setup) && !isAllAnswered(run))) return '';
  const name = isMock(run.setup) ? 'mock exam' : 'whole exam';
  const gain = percentOf(totalCorrect(run), run.questionIds.length) - last;
  const points = Math.abs(gain) === 1 ? 'point' : 'points';
  const change =
    gain === 0 ? 'The same as' : `${gain > 0 ? '+' : '−'}${Math.abs(gain)} ${points} since`;
  const before = earlier
    .slice(0, -1)
    .map((score) => `${score}%`)
    .join(', ');
  return `${change} your last ${name} (${last}%)${before && ` · before: ${before}`}`;
};

/** Whether the run would have passed, as an estimate: only the vendor knows for certain. */
const PassEstimate = () => {
  const { session, run } = useExamRun();
  const { sitting } = session.detail;
  if (!sitting || !isSitting(run, session.detail)) return null;
  const isPass = percentOf(totalCorrect(run), run.questionIds.length) >= sitting.pass.share;
  return (
    <div>
      <p>
        <b>{isPass ? 'Likely a pass' : 'Not a pass yet'}</b>
      </p>
      <p className="quiet">{`An estimate: the vendor asks for ${sitting.pass.score}, about ${sitting.pass.share}% right.`}</p>
    </div>
  );
};

const AGAIN: RunSetup = { questions: 'again', isShuffled: false };

/** Shown once there is progress to lose; iOS deletes it soon. */
const CopyOffer = ({ apiUrl }: { apiUrl: string }) => {
  const [said, setSaid] = useState('');
  const save = async () => {
    try {
      const { exportData } = await import('../../export-data.ts');
      const given = await exportData(apiUrl);
      setSaid(given === 'declined' ? '' : 'Copy saved.');
    } catch {
      setSaid('No copy could be made. Try again under Back up or move progress, on the home page.');
    }
  };
  return (
    <div className="cluster row quiet screen-only">
      <p>
        {isDeletedSoon()
          ? 'Your browser deletes your progress after seven days without a visit, unless CertDeck is on your home screen.'
          : 'Your progress is on this device only.'}
      </p>
      <div className="outdented">
        <TextButton onClick={save}>Save a copy</TextButton>
      </div>
      <p role="status">{said}</p>
    </div>
  );
};

type ExamCompleteProps = {
  /** It replaces the question instead of following it. */
  isAlone: boolean;
  onOpen: (index: number) => void;
};

const titles: Record<RunKind, string> = {
  all: 'Exam Complete!',
  mock: 'Exam Complete!',
  set: 'Set complete',
  review: 'Review complete',
  day: 'Practice complete',
};

type ActionsProps = {
  onOpen: (index: number) => void;
  onPractice: (questionIds: string[], setup?: RunSetup) => void;
};

const missedText = (wrong: number, blank: number) => {
  if (blank === 0) return `Practice ${wrong} wrong ${wrong === 1 ? 'answer' : 'answers'}`;
  return `Practice ${wrong + blank} ${wrong > 0 ? 'wrong or blank' : 'left blank'}`;
};

/** The one thing to do next, with its size, and the way back to the answers. */
const Actions = ({ onOpen, onPractice }: ActionsProps) => {
  const { session, run } = useExamRun();
  const { questionIds } = session.detail;
  const idsOf = (state: QuestionState) =>
    run.questionIds.filter((id) => questionState(run, id) === state);
  const blanks = idsOf('unanswered');
  const blank = run.isFinished ? undefined : blanks[0];
  const wrong = idsOf('incorrect');
  const missed = new Set([...wrong, ...blanks]);
  const others = questionIds.filter((id) => !run.questionIds.includes(id));
  const next: RunSetup = { questions: Math.min(SHORT, others.length), isShuffled: false };
  const acts: [text: string, act: () => void][] = [];
  if (blank !== undefined) acts.push(['Keep going', () => onOpen(run.questionIds.indexOf(blank))]);
  else if (missed.size > 0) {
    const ids = run.questionIds.filter((id) => missed.has(id));
    acts.push([missedText(wrong.length, blanks.length), () => onPractice(ids)]);
  } else if (others.length > 0) {
    const practice = () => {
      const chosen = shuffle(others, Math.random).slice(0, SHORT);
      onPractice(alternateDomains(chosen, session.detail), next);
    };
    acts.push([`Practice ${next.questions}`, practice]);
  }
  acts.push(['Review answers', () => onOpen(0)]);
  return (
    <div className={`cluster ${styles.next}`}>
      {acts.map(([text, act], index) => (
        <Button key={text} size="large" look={index === 0 ? 'primary' : 'quiet'} onClick={act}>
          {text}
        </Button>
      ))}
      <ButtonLink size="large" look="plain" href={routes.providerList.address()}>
        Back to Home
      </ButtonLink>
    </div>
  );
};

/** The end of a run: the score, and what to do next. */
export const ExamComplete = ({ isAlone, onOpen }: ExamCompleteProps) => {
  const { exam, session, run, enter } = useExamRun();
  const heading = useRef<HTMLHeadingElement>(null);
  const history = useHistory(exam);
  const isFirst = history?.every(({ runId }) => runId === run.id);
  const gain = history && gainText(run, history);
  const total = run.questionIds.length;
  const correct = totalCorrect(run);
  const blanks = run.questionIds.filter((id) => questionState(run, id) === 'unanswered').length;
  const practice = (questionIds: string[], setup: RunSetup = AGAIN) => {
    enter(startedRun(questionIds, setup, newRunId(), Date.now()));
    scrollTo({ top: 0 });
  };
  useEffect(() => {
    if (!isAlone) return;
    scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [isAlone]);
  return (
    <section className={`stack gap-6 ${styles.end}`} aria-label="Result">
      <div className={`stack gap-4 card deck ${styles.score}`}>
        <div>
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {titles[runKind(run.setup)]}
          </h2>
          {isTimeUp(run) && <p className={styles.title}>Time is up</p>}
          <p className={`figures ${styles.final}`}>{finalScoreText(correct, total)}</p>
        </div>
        <Meter of={correct / total} pass={session.detail.sitting?.pass.share} />
        {gain && <p className="quiet">{gain}</p>}
        <PassEstimate />
        {blanks > 0 && <p>{blankText(blanks, run.isFinished)}</p>}
        <Actions onOpen={onOpen} onPractice={practice} />
        {(isFirst || isDeletedSoon()) && <CopyOffer apiUrl={exam.apiUrl} />}
      </div>
      <Suspense>
        <RunSummary onOpen={onOpen} onPractice={practice} />
      </Suspense>
    </section>
  );
};
