import type { ComponentProps } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { examAddress, runAddress } from '#contract/routes.ts';
import { buttonText, ENDED_MOCK } from '#exam/day/day-texts.ts';
import type { Day } from '#exam/day/plan-day.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ContinueWords } from './continue-words.tsx';
import styles from './day-button.module.css';

type DayButtonProps = Omit<ComponentProps<typeof ButtonLink>, 'href' | 'children'> & {
  exam: ExamKey;
  day: Day;
};

/** The one button of an exam's day; once that is done, the words, and a little more beside them. */
export const DayButton = ({ exam, day, look, ...props }: DayButtonProps) => {
  const { action, endedMock } = day;
  if (endedMock) {
    return (
      <ButtonLink look="tint" href={runAddress(exam, { result: endedMock })} {...props}>
        {ENDED_MOCK}
      </ButtonLink>
    );
  }
  if (action.kind === 'rest') return null;
  if (action.kind === 'ask-outcome') {
    return (
      <ButtonLink look={look} href={examAddress(exam)} {...props}>
        {buttonText(action)}
      </ButtonLink>
    );
  }
  const address = runAddress(exam, action.search);
  if (action.kind === 'more') {
    return (
      <>
        <DoneWords />
        <ButtonLink {...props} look="text" href={address}>
          {buttonText(action)}
        </ButtonLink>
      </>
    );
  }
  return (
    <ButtonLink look={look} href={address} {...props}>
      {action.kind === 'mock' ? (
        <ContinueWords run={action.run} otherwise={buttonText(action)} />
      ) : (
        buttonText(action)
      )}
    </ButtonLink>
  );
};

const DoneWords = () => (
  <span className={`row ${styles.done}`}>
    <Icon name="check" size={16} className="lit" />
    Done for today
  </span>
);
