import { memo, useId, useMemo } from 'react';
import { useApi } from '#api/api-context.tsx';
import { routes } from '#contract/routes.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { questionCountText, reviewSearch, SHORT, standingText } from '#exam/labels.ts';
import { lastAndBest } from '#exam/progress.ts';
import { continueIndex, findLastRun, findOpenRun } from '#exam/stored-run.ts';
import { countQuestions, countWithOpened } from '#exam/study.ts';
import { todayOf } from '#exam/today.ts';
import type { Learning } from '#learner/schemas.ts';
import { openAhead } from '#offline/session/exam-session.ts';
import { Button, ButtonLink, TextButton } from '#ui/button.tsx';
import { DeckGlyph, Icon } from '#ui/icon.tsx';
import { ContinueWords } from '../continue-words.tsx';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import styles from './exam-card.module.css';

const scoresText = (learning: Learning | undefined) => {
  const scores = learning && lastAndBest(learning.history);
  if (!scores) return '';
  const { kind, last, best } = scores;
  return `Last ${kind === 'mock' ? 'mock ' : ''}${last}%, best ${best}%`;
};

/** What a card opens: the question at Start, what to practice, and so on. */
export type CardSheet = 'start' | 'practice' | 'mock' | 'progress' | 'search' | 'about';

type ExamCardProps = {
  providerId: string;
  exam: ExamSummary;
  learning: Learning | undefined;
  /** Its main action is the one filled button of the list. */
  isMain: boolean;
  onOpen: (examId: string, sheet: CardSheet) => void;
};

export const ExamCard = memo((props: ExamCardProps) => {
  const { providerId, exam, learning, isMain, onOpen } = props;
  const { name, questionCount } = exam;
  const { api, config } = useApi();
  const { apiUrl } = config;
  const key = useMemo(() => ({ apiUrl, providerId, examId: name }), [apiUrl, providerId, name]);
  const nameId = useId();
  const openEarly = () => void openAhead(api, key);
  const address = routes.examRunner.address(providerId, name);
  const counts = learning && countQuestions(learning.study, questionCount, Date.now());
  const scores = scoresText(learning);
  const last = learning && findLastRun(learning.runs, learning.study.reviews);
  const ahead = {
    'aria-describedby': nameId,
    // Search engines have nothing to index in a run.
    rel: 'nofollow',
    onPointerDown: openEarly,
    onFocus: openEarly,
  };
  const strong = isMain ? 'primary' : 'tint';
  const today =
    learning && todayOf(learning.study, countWithOpened(learning.study, questionCount), Date.now());
  const due = today?.due ?? 0;
  const next =
    (last && {
      search: `?continue=${last.kind}`,
      text: (
        <ContinueWords run={last.run} otherwise={`Continue at ${continueIndex(last.run) + 1}`} />
      ),
    }) ||
    (due > 0 && { search: reviewSearch(due), text: `Review ${due}` }) ||
    (questionCount > SHORT && {
      search: `?questions=${SHORT}`,
      text: `Start ${SHORT} questions`,
    }) ||
    (counts &&
      counts.due > 0 && { search: reviewSearch(counts.due), text: `Review ${counts.due}` });
  return (
    <li className={`card ${styles.card}`}>
      <div className={styles.head}>
        <DeckGlyph />
        <h2 id={nameId} className={styles.name} dir="auto" translate="no">
          {name}
        </h2>
        <p className={`quiet figures ${styles.counts}`}>
          <span>{questionCountText(questionCount)}</span>
          {scores && <span>{scores}</span>}
        </p>
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
          <TextButton
            aria-label={`Progress: ${name}`}
            aria-haspopup="dialog"
            onClick={() => onOpen(name, 'progress')}
          >
            Progress
          </TextButton>
        </div>
      </div>
      <div className={`cluster ${styles.ways}`}>
        <div className="cluster">
          {next && (
            <ButtonLink look={strong} href={address + next.search} {...ahead}>
              {next.text}
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
            <ButtonLink look={next ? 'quiet' : strong} href={address} {...ahead}>
              Start
            </ButtonLink>
          )}
        </div>
        <div className="cluster">
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
            aria-label={`More: ${name}`}
            aria-haspopup="dialog"
            onClick={() => onOpen(name, 'practice')}
          >
            <Icon name="options" />
            More
          </Button>
        </div>
      </div>
      <div className={styles.foot}>
        <SavedExamLine exam={key} examName={name} />
      </div>
    </li>
  );
});
