import { type ComponentProps, useEffect, useEffectEvent } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { examAddress, runAddress } from '#contract/routes.ts';
import { buttonText } from '#exam/day/day-texts.ts';
import type { Day, DayAction } from '#exam/day/plan-day.ts';
import { timeLeft } from '#exam/run/run.ts';
import { continueMockText } from '#exam/texts/study-texts.ts';
import { announce } from '#learner/announcements.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useNow } from '#ui/use-now.ts';
import styles from './day-button.module.css';

type LinkProps = Omit<ComponentProps<typeof ButtonLink>, 'href' | 'children'>;

type ActionLinkProps = LinkProps & { exam: ExamKey; action: DayAction };

/** What an exam offers first; of a running mock exam it also says how much time is left. */
export const ActionLink = ({ exam, action, ...props }: ActionLinkProps) => {
  const run = action.kind === 'mock' ? action.run : undefined;
  const now = useNow(run?.setup.minutes !== undefined);
  const left = run && timeLeft(run, now);
  const isOver = left === 0;
  // Whoever reads the run from now on reads that its clock has ended it.
  const tell = useEffectEvent(() => announce(exam, { isNewHere: true }));
  useEffect(() => {
    if (isOver) tell();
  }, [isOver]);
  if (action.kind === 'rest') return null;
  const isAsking = action.kind === 'ask-outcome';
  return (
    <ButtonLink {...props} href={isAsking ? examAddress(exam) : runAddress(exam, action.search)}>
      {left === undefined ? buttonText(action) : continueMockText(left)}
    </ButtonLink>
  );
};

type EndedMockProps = LinkProps & { exam: ExamKey; runId: string };

/** Leads to the result of a mock exam that its clock ended. */
export const EndedMock = ({ exam, runId, ...props }: EndedMockProps) => (
  <ButtonLink look="tint" href={runAddress(exam, { result: runId })} {...props}>
    Your mock ended · See result
  </ButtonLink>
);

const DoneWords = () => (
  <span className={`row small gap-icon ${styles.done}`}>
    <Icon name="check" size={16} className="lit" />
    Done for today
  </span>
);

type DayButtonProps = LinkProps & { exam: ExamKey; day: Day };

/** The one button of an exam's day; once that is done, the words, and a little more beside them. */
export const DayButton = ({ exam, day, look, ...props }: DayButtonProps) => {
  const { action, endedMock } = day;
  if (endedMock) return <EndedMock exam={exam} runId={endedMock} {...props} />;
  const isMore = action.kind === 'more';
  return (
    <>
      {isMore && <DoneWords />}
      <ActionLink {...props} {...{ exam, action }} look={isMore ? 'text' : look} />
    </>
  );
};
