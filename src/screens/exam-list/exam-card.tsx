import { memo, useEffect, useId, useMemo } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { runAddress } from '#contract/routes.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { questionCountText } from '#exam/labels.ts';
import { type NextAction, nextAction } from '#exam/next-action.ts';
import { lastAndBest } from '#exam/progress.ts';
import { continueIndex, findOpenRun } from '#exam/stored-run.ts';
import { countQuestions, countWithOpened } from '#exam/study.ts';
import { standingText } from '#exam/study-texts.ts';
import { todayOf } from '#exam/today.ts';
import { emptyLearning, type Learning } from '#learner/schemas.ts';
import { openAhead } from '#offline/session/open-exam.ts';
import { Button, ButtonLink, TextButton } from '#ui/button.tsx';
import { DeckGlyph } from '#ui/icon.tsx';
import { ContinueWords } from '../continue-words.tsx';
import { forgetRun, prepareRun } from '../run-start.ts';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import styles from './exam-card.module.css';

const scoresText = ({ history }: Learning) => {
  const scores = lastAndBest(history);
  if (!scores) return '';
  const { kind, last, best } = scores;
  return `Last ${kind === 'mock' ? 'mock ' : ''}${last}%, best ${best}%`;
};

/** What a card can open. */
export type CardSheet = 'start' | 'practice' | 'mock' | 'progress' | 'search' | 'about';

type ExamCardProps = {
  providerId: string;
  exam: ExamSummary;
  learning: Learning | undefined;
  /** Its main action is the one filled button of the list. */
  isMain: boolean;
  /** Its exam and its next run are loaded before a tap. */
  isOpenedAhead: boolean;
  onOpen: (exam: ExamKey, sheet: CardSheet) => void;
};

const nextText = (next: NextAction) => {
  if (next.kind === 'review') return `Review ${next.count}`;
  if (next.kind === 'set') return `Practice ${next.count}`;
  const { run } = next;
  return <ContinueWords run={run} otherwise={`Continue at ${continueIndex(run) + 1}`} />;
};

/**
 * Loads an exam, and the run that `search` asks for, so that a tap shows a question at once: at idle if
 * `isEarly`, and by the function that it returns. Whatever is learned sets up another run.
 */
const useOpenAhead = (exam: ExamKey, search: string, learning: unknown, isEarly: boolean) => {
  const { api } = useApi();
  const ahead = useMemo(() => {
    const controller = new AbortController();
    const open = async () => {
      const session = await openAhead(api, exam);
      if (session && search) await prepareRun(exam, search, session, controller.signal);
    };
    const forget = () => {
      controller.abort();
      forgetRun(exam, search);
    };
    return { open, forget, learning };
  }, [api, exam, search, learning]);
  useEffect(() => {
    const idle = isEarly ? globalThis.requestIdleCallback?.(() => void ahead.open()) : undefined;
    return () => {
      if (idle !== undefined) cancelIdleCallback(idle);
      ahead.forget();
    };
  }, [ahead, isEarly]);
  return () => void ahead.open();
};

export const ExamCard = memo((props: ExamCardProps) => {
  const { providerId, exam: summary, learning, isMain, isOpenedAhead, onOpen } = props;
  const { name, questionCount } = summary;
  const { runs, study } = learning ?? emptyLearning;
  const { apiUrl } = useApi().config;
  const exam = useMemo(() => ({ apiUrl, providerId, examId: name }), [apiUrl, providerId, name]);
  const nameId = useId();
  const now = Date.now();
  const total = countWithOpened(study, questionCount);
  const counts = learning && countQuestions(study, questionCount, now);
  const scores = learning && scoresText(learning);
  const { due } = todayOf(study, total, now);
  const action = nextAction({ runs, study }, { due, total, now });
  // Start leads to all of a short exam's questions.
  const next = action?.kind === 'set' && action.count === total ? undefined : action;
  const openEarly = useOpenAhead(exam, next?.search ?? '', learning, isOpenedAhead);
  const opening = (sheet: CardSheet) => ({
    'aria-haspopup': 'dialog' as const,
    onClick: () => onOpen(exam, sheet),
  });
  const ahead = {
    'aria-describedby': nameId,
    // Search engines have nothing to index in a run.
    rel: 'nofollow',
    onPointerDown: openEarly,
    onFocus: openEarly,
  };
  const strong = isMain ? 'primary' : 'tint';
  const isOpen = findOpenRun(runs, 'all') !== undefined;
  const start = isOpen ? (
    <Button look={next ? 'text' : strong} aria-describedby={nameId} {...opening('start')}>
      Start
    </Button>
  ) : (
    <ButtonLink look={next ? 'text' : strong} href={runAddress(exam)} {...ahead}>
      Start
    </ButtonLink>
  );
  return (
    <li className={`card ${styles.card}`}>
      <div className={styles.head}>
        <DeckGlyph />
        <h2 id={nameId} className={styles.name} dir="auto" translate="no">
          {name}
        </h2>
        <div className={`cluster between ${styles.counts}`}>
          <p className="quiet figures">
            <span>{questionCountText(questionCount)}</span>
            {scores && <span>{scores}</span>}
          </p>
          {next && start}
        </div>
      </div>
      <div className={`stack ${styles.mastery}`}>
        <span className={styles.bar} aria-hidden>
          {Object.entries(counts ?? { unseen: 1 })
            .filter(([, count]) => count > 0)
            .map(([part, count]) => (
              <span key={part} data-part={part} style={{ flexGrow: count }} />
            ))}
        </span>
        <div className={`cluster between fine ${styles.legend}`}>
          <p className="figures">{counts ? standingText(counts) : 'Not started yet'}</p>
          <TextButton aria-label={`Progress: ${name}`} {...opening('progress')}>
            Progress
          </TextButton>
        </div>
      </div>
      <div className={`cluster ${styles.ways}`}>
        {next ? (
          <ButtonLink look={strong} href={runAddress(exam, next.search)} {...ahead}>
            {nextText(next)}
          </ButtonLink>
        ) : (
          start
        )}
        <div className="cluster outdented">
          <TextButton aria-label={`Mock exam: ${name}`} {...opening('mock')}>
            Mock exam
          </TextButton>
          <TextButton aria-label={`More: ${name}`} {...opening('practice')}>
            More
          </TextButton>
        </div>
      </div>
      <div className={styles.foot}>
        <SavedExamLine exam={exam} />
      </div>
    </li>
  );
});
