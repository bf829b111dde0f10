import { memo, useId, useMemo } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { Learning } from '#contract/learner.ts';
import { routes } from '#contract/routes.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { questionCountText, standingText } from '#exam/labels.ts';
import { lastAndBest } from '#exam/progress.ts';
import { continueIndex, findLastRun, findOpenRun } from '#exam/stored-run.ts';
import { countQuestions } from '#exam/study.ts';
import { openAhead } from '#offline/session/exam-session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ContinueWords } from '../continue-words.tsx';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import styles from './exam-card.module.css';

const scoresText = (learning: Learning | undefined) => {
  const scores = learning && lastAndBest(learning.history);
  return scores ? `Last ${scores.last}%, best ${scores.best}%` : '';
};

/** What a card opens: the question at Start, practice options, the mock exam, or the progress. */
export type CardSheet = 'start' | 'options' | 'mock' | 'progress';

type ExamCardProps = {
  providerId: string;
  exam: ExamSummary;
  learning: Learning | undefined;
  onOpen: (examId: string, sheet: CardSheet) => void;
};

/** The number of questions from which a run of ten is offered. */
const QUICK = 10;

export const ExamCard = memo(({ providerId, exam, learning, onOpen }: ExamCardProps) => {
  const { name, questionCount } = exam;
  const { api, config } = useApi();
  const { apiUrl } = config;
  const key = useMemo(() => ({ apiUrl, providerId, examId: name }), [apiUrl, providerId, name]);
  const nameId = useId();
  const openEarly = () => void openAhead(api, key);
  const address = routes.examRunner.address(providerId, name);
  const counts = learning && countQuestions(learning.study, questionCount, Date.now());
  const last = learning && findLastRun(learning.runs, learning.study.reviews);
  const ahead = {
    'aria-describedby': nameId,
    // Search engines have nothing to index in a run.
    rel: 'nofollow',
    onPointerDown: openEarly,
    onFocus: openEarly,
  };
  return (
    <li className={`card ${styles.card}`}>
      <div className={styles.words}>
        <h2 id={nameId} className={styles.name} dir="auto">
          {name}
        </h2>
        <p className={`quiet figures ${styles.counts}`}>
          <span>{questionCountText(questionCount)}</span>
          <span>{scoresText(learning)}</span>
        </p>
      </div>
      <button
        type="button"
        className={styles.standing}
        aria-haspopup="dialog"
        aria-label={`Progress: ${name}`}
        disabled={!counts}
        onClick={() => onOpen(name, 'progress')}
      >
        <span className={styles.bar} aria-hidden>
          {Object.entries(counts ?? { unseen: 1 })
            .filter(([, count]) => count > 0)
            .map(([part, count]) => (
              <span key={part} data-part={part} style={{ flexGrow: count }} />
            ))}
        </span>
        <span className={`quiet figures ${styles.legend}`}>
          {counts ? standingText(counts) : 'Not started yet'}
        </span>
      </button>
      <div className={`cluster ${styles.ways}`}>
        {last && (
          <ButtonLink look="primary" href={`${address}?continue=${last.kind}`} {...ahead}>
            <ContinueWords
              run={last.run}
              otherwise={`Continue at ${continueIndex(last.run) + 1}`}
            />
          </ButtonLink>
        )}
        {learning && findOpenRun(learning.runs, 'all') ? (
          <Button
            aria-describedby={nameId}
            aria-haspopup="dialog"
            onClick={() => onOpen(name, 'start')}
          >
            Start
          </Button>
        ) : (
          <ButtonLink look={last ? 'quiet' : 'primary'} href={address} {...ahead}>
            Start
          </ButtonLink>
        )}
      </div>
      <div className="cluster">
        {questionCount > QUICK && (
          <ButtonLink size="small" href={`${address}?questions=${QUICK}`} aria-describedby={nameId}>
            {`Quick ${QUICK}`}
          </ButtonLink>
        )}
        {counts && counts.due > 0 && (
          <ButtonLink size="small" href={`${address}?questions=review`} aria-describedby={nameId}>
            {`Review ${counts.due}`}
          </ButtonLink>
        )}
        <Button
          size="small"
          aria-label={`Mock exam: ${name}`}
          aria-haspopup="dialog"
          onClick={() => onOpen(name, 'mock')}
        >
          Mock exam
        </Button>
        <Button
          size="small"
          aria-label={`Practice options: ${name}`}
          aria-haspopup="dialog"
          onClick={() => onOpen(name, 'options')}
        >
          Options
        </Button>
      </div>
      <SavedExamLine exam={key} examName={name} />
    </li>
  );
});
