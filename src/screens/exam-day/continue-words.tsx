import { timeLeft } from '#exam/run/run.ts';
import { continueMockText } from '#exam/texts/study-texts.ts';
import type { StoredRun } from '#learner/schemas.ts';
import { useNow } from '#ui/use-now.ts';

type ContinueWordsProps = { run: StoredRun; otherwise: string };

/** The words of a link to an open run: a mock exam's say how much time is left, any other's are given. */
export const ContinueWords = ({ run, otherwise }: ContinueWordsProps) => {
  const left = timeLeft(run, useNow(run.setup.minutes !== undefined));
  return left === undefined ? otherwise : continueMockText(left);
};
