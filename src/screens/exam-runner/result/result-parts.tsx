import { useEffect, useState } from 'react';
import { askable } from '#exam/day/study.ts';
import { percentOf } from '#exam/grading/grading.ts';
import type { Run } from '#exam/run/run.ts';
import { isMock } from '#exam/run/run-setup.ts';
import { filterSummary, scoreDomains, summarizeRun, weakestScore } from '#exam/run/summary.ts';
import { RUN_ENDED } from '#learner/announcements.ts';
import { emptyLearning, type Learning } from '#learner/schemas.ts';
import type { ExamSession } from '#offline/session/exam-session.ts';
import { TextButton } from '#ui/button.tsx';
import { MeterRow } from '#ui/meter.tsx';
import { isDeletedSoon } from '../../device/installation.ts';
import { useExamRun } from '../run/run-context.tsx';
import { AnswerRow } from './answer-row.tsx';
import type { Look } from './look.ts';
import styles from './result-parts.module.css';

/** The exam's questions in a domain; only the answered ones if the API has no domains. */
const idsOfDomain = ({ detail }: ExamSession, { results }: Run, domain: string) =>
  detail.questionDomains
    ? detail.questionIds.filter((_, index) => detail.questionDomains?.[index] === domain)
    : results.filter((result) => result.domain === domain).map(({ questionId }) => questionId);

type PartsProps = {
  onLook: (at: Look['at']) => void;
  onPractice: (questionIds: string[]) => void;
  /** What is known of the exam, once read. */
  learning: Learning | undefined;
};

const Domains = ({ onPractice, learning = emptyLearning }: Omit<PartsProps, 'onLook'>) => {
  const { session, run } = useExamRun();
  const scores = scoreDomains(run, session.detail);
  if (scores.length === 0) return null;
  const weakest = weakestScore(scores);
  const ids = weakest ? idsOfDomain(session, run, weakest.id) : [];
  const weakIds = askable(ids, learning.study);
  return (
    <section aria-labelledby="by-domain" className="stack gap-4 top">
      <h2 id="by-domain">By domain</h2>
      {isMock(run.setup) ? (
        <ul className="stack figures">
          {/* A mock exam has enough questions of a domain for a percentage. */}
          {scores.map(({ id, name, correct, total }) => (
            <MeterRow
              key={id}
              label={name}
              tag={id === weakest?.id ? 'Weakest' : undefined}
              figure={`${correct} of ${total} (${percentOf(correct, total)}%)`}
              of={correct / Math.max(1, total)}
            />
          ))}
        </ul>
      ) : (
        <ul className="ruled lines figures small">
          {scores.map(({ id, name, correct, total }) => (
            <li key={id} className="cluster between">
              <span>{name}</span>
              <b>{`${correct} of ${total}`}</b>
            </li>
          ))}
        </ul>
      )}
      {isMock(run.setup) && weakIds.length > 0 && (
        <div className="outdented">
          <TextButton onClick={() => onPractice(weakIds)}>Practice the weakest domain</TextButton>
        </div>
      )}
    </section>
  );
};

/** How many wrong answers are shown; the style hides the others, which are there on paper. */
const SHOWN = 5;

const WrongAnswers = ({ onLook }: Pick<PartsProps, 'onLook'>) => {
  const { run } = useExamRun();
  const wrong = filterSummary(summarizeRun(run), 'wrong');
  if (wrong.length === 0) return null;
  return (
    <section aria-labelledby="wrong-answers" className="stack gap-4 top">
      <h2 id="wrong-answers">Wrong answers</h2>
      <ul className={`card ruled rows ${styles.wrongs}`}>
        {wrong.map((item) => (
          <li key={item.index}>
            <AnswerRow item={item} onOpen={() => onLook(item.index)} />
          </li>
        ))}
      </ul>
      {wrong.length > SHOWN && (
        <div className="outdented">
          <TextButton onClick={() => onLook('wrong')}>{`Show all ${wrong.length}`}</TextButton>
        </div>
      )}
    </section>
  );
};

/** Shown once there is progress to lose; iOS deletes it soon. */
const CopyOffer = () => {
  const { exam } = useExamRun();
  const [said, setSaid] = useState('');
  const save = async () => {
    try {
      const { exportData } = await import('../../device/export-data.ts');
      const { delivered: given } = await exportData(exam.apiUrl);
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

/** Below a result: its domains and wrong answers. */
export const ResultParts = ({ onLook, onPractice, learning }: PartsProps) => {
  const { run } = useExamRun();
  useEffect(() => {
    dispatchEvent(new Event(RUN_ENDED));
  }, []);
  const isFirst = learning?.history.every(({ runId }) => runId === run.id);
  return (
    <>
      <div className={`stack gap-6 ${styles.parts}`}>
        <Domains onPractice={onPractice} learning={learning} />
        <WrongAnswers onLook={onLook} />
      </div>
      {(isFirst || isDeletedSoon()) && <CopyOffer />}
    </>
  );
};
