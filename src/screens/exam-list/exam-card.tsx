import { memo, useId, useMemo } from 'react';
import { Link } from 'wouter';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { examAddress, runAddress } from '#contract/routes.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { standingText, todayText } from '#exam/day/day-texts.ts';
import { type Day, planDay } from '#exam/day/plan-day.ts';
import { questionCountText } from '#exam/texts/labels.ts';
import type { Learning } from '#learner/schemas.ts';
import { useExamStatus, useOnline } from '#offline/use-offline.ts';
import '#ui/face.css';
import { ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Meter } from '#ui/meter.tsx';
import { OVER } from '#ui/overlay.tsx';
import { DayButton } from '../exam-day/day-button.tsx';
import { ExamName } from '../exam-links/exam-name.tsx';
import { useOpenAhead } from '../loading/use-open-ahead.ts';
import { OfflineWords } from '../saved-exam/offline-words.tsx';
import { CardDomains } from './card-domains.tsx';
import styles from './exam-card.module.css';
import { savesData } from './metered.ts';

type ExamCardProps = {
  providerId: string;
  exam: ExamSummary;
  learning: Learning;
  /** Its day's button is the one filled button of the list. */
  isMain: boolean;
  /** There is room for its domains. */
  isWide: boolean;
  /** Its exam and its next run are loaded before a tap. */
  isOpenedAhead: boolean;
};

/** What is beside the seen questions: nothing that the button says, too. */
const stateText = (day: Day) => {
  if (day.action.kind === 'mock') return 'Mock exam running';
  return !day.isBegun || day.isDone ? '' : todayText(day);
};

/** An exam at a glance: its name leads to its page, the day's button and Start to a question. */
export const ExamCard = memo((props: ExamCardProps) => {
  const { providerId, exam: summary, learning, isMain, isWide, isOpenedAhead } = props;
  const { name, questionCount } = summary;
  const { apiUrl } = useApi().config;
  const exam: ExamKey = useMemo(
    () => ({ apiUrl, providerId, examId: name }),
    [apiUrl, providerId, name],
  );
  const nameId = useId();
  const day = planDay({ listed: questionCount, learning }, Date.now());
  const { isBegun, counts } = day;
  const openEarly = useOpenAhead(exam, day.action.search, learning, isOpenedAhead);
  const { kind } = useExamStatus(exam);
  const isOutOfReach = !useOnline() && (kind === 'absent' || kind === 'impossible');
  const ahead = {
    'aria-describedby': nameId,
    // Search engines have nothing to index in a run.
    rel: 'nofollow',
    onPointerDown: openEarly,
    onFocus: openEarly,
  };
  return (
    <li className={`stack card opens ${styles.card}`} data-out-of-reach={isOutOfReach}>
      <div className={styles.top}>
        <h2 id={nameId} className={styles.name} dir="auto" translate="no">
          <Link
            className="face"
            href={examAddress(exam)}
            state={OVER}
            aria-haspopup="dialog"
            rel="nofollow"
          >
            <ExamName name={name} />
          </Link>
        </h2>
        <Icon name="forward" className="directional dim" />
        <p className={`cluster fine ${styles.meta}`}>
          <span>{questionCountText(questionCount)}</span>
          <OfflineWords exam={exam} />
        </p>
      </div>
      {(isBegun || isWide) && (
        <div className={`stack ${styles.seen}`}>
          <Meter of={counts.seen / Math.max(1, counts.total)} />
          <p className="cluster between fine figures">
            <span>{standingText(day)}</span>
            <span>{stateText(day)}</span>
          </p>
        </div>
      )}
      {isWide && !savesData() && <CardDomains {...{ exam, learning, isBegun }} />}
      <div className={`cluster row ${styles.go}`}>
        {!isOutOfReach && (
          <DayButton {...{ exam, day }} look={isMain ? 'primary' : 'tint'} {...ahead} />
        )}
        <ButtonLink look="text" href={runAddress(exam)} {...ahead}>
          Start
        </ButtonLink>
      </div>
    </li>
  );
});
