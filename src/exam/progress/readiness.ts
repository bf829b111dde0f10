import type { ExamDetail } from '#contract/wire.ts';
import type { Learning, ReviewCard } from '#learner/schemas.ts';
import { DAY } from '#primitives/time.ts';
import { dayOf, dayOfReview } from '../day/calendar-day.ts';
import { recallAt, schedule } from '../day/review.ts';
import { isMissed, MIN_ANSWERS } from '../day/study.ts';
import type { Blueprint } from '../run/sitting.ts';
import { blankQuestions } from '../run/stored-run.ts';
import { lastMockOf } from './progress.ts';

/** The share of right answers when guessing one of four options. */
const CHANCE = 0.25;
/** How many answers a prior counts as. */
const PRIOR = 10;

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** The variance of an answer that is right with this chance. */
const spread = (chance: number) => chance * (1 - chance);

/** In whole percent first, so that 99.9999 does not become 95. */
const rangeAround = (share: number, error: number) => ({
  low: Math.max(0, Math.floor(Math.round(100 * (share - error)) / 5) * 5),
  high: Math.min(100, Math.ceil(Math.round(100 * (share + error)) / 5) * 5),
});

/**
 * Domains without questions or weight are left out; the weights of the others add up to 1. The exam is
 * one domain if none is left.
 */
const groupByDomain = ({ questionIds, questionDomains = [], domains = [] }: Blueprint) => {
  const groups = domains
    .map(({ id, weight }) => ({
      weight,
      ids: questionIds.filter((_, index) => questionDomains[index] === id),
    }))
    .filter(({ ids, weight }) => ids.length > 0 && weight > 0);
  if (groups.length === 0) return [{ weight: 1, ids: questionIds }];
  const all = sum(groups.map(({ weight }) => weight));
  return groups.map((group) => ({ ...group, weight: group.weight / all }));
};

/** The share of right answers in a record, pulled toward `prior` while there are few. */
const shareOf = ({ right, count }: { right: number; count: number }, prior: number) =>
  (right + PRIOR * prior) / (count + PRIOR);

/**
 * What the learner would score today, weighted by the vendor's blueprint. `recallOf` gives the
 * chance of recall from 0 to 1, or undefined for a question never answered. Of those, the share to
 * expect is the domain's record of first answers, pulled toward the other domains' record, which is
 * pulled toward chance. Where a first answer is not known, recall stands in for it. A question that
 * was left blank has a chance of recall, too, but `isSeen` says whether it was ever answered.
 *
 * The range is one standard error to each side: the luck of each question, and for what is not seen
 * the doubt about the domain's own record and about the one it is pulled toward. The latter is much
 * the same in all domains, so it is added up before it is squared.
 */
export const estimateReadiness = (
  exam: Blueprint,
  recallOf: (questionId: string) => number | undefined,
  isFirstTryRight: (questionId: string) => boolean | undefined = () => undefined,
  isSeen = (questionId: string) => recallOf(questionId) !== undefined,
) => {
  const recordOf = (ids: string[]) => {
    const answers = ids.flatMap((id) => {
      const recall = recallOf(id);
      return recall === undefined ? [] : Number(isFirstTryRight(id) ?? recall);
    });
    return { right: sum(answers), count: answers.length };
  };
  const all = recordOf(exam.questionIds);
  const estimates = groupByDomain(exam).map(({ weight, ids }) => {
    const own = recordOf(ids);
    const others = { right: all.right - own.right, count: all.count - own.count };
    const prior = shareOf(others, CHANCE);
    const expected = shareOf(own, prior);
    const chances = ids.map((id) => recallOf(id) ?? expected);
    const part = weight / Math.max(1, ids.length);
    const unseen = part * (ids.length - own.count);
    const pull = PRIOR / (own.count + PRIOR);
    return {
      share: part * sum(chances),
      variance:
        part ** 2 * sum(chances.map(spread)) +
        (unseen ** 2 * spread(expected)) / (own.count + PRIOR),
      shared: unseen * pull * Math.sqrt(spread(prior) / (others.count + PRIOR)),
    };
  });
  const share = sum(estimates.map((estimate) => estimate.share));
  const shared = sum(estimates.map(({ shared }) => shared));
  const error = Math.sqrt(sum(estimates.map(({ variance }) => variance)) + shared ** 2);
  const seen = exam.questionIds.filter(isSeen).length;
  const isEnough = seen >= MIN_ANSWERS;
  return {
    seen,
    /** Whole percent; undefined until enough questions have been answered, like the range. */
    score: isEnough ? Math.round(share * 100) : undefined,
    /** The score give or take a standard error, in percent, rounded outward to fives. */
    range: isEnough ? rangeAround(share, error) : undefined,
  };
};

/** What the last mock exam left blank and was not answered since. Only its stored run can tell. */
const blanksOf = ({ runs, past, study }: Learning, mock: ReturnType<typeof lastMockOf>) => {
  const run = [...runs, ...past].find(({ id }) => id === mock?.runId);
  if (!run || !mock) return new Set<string>();
  const after = study.reviews.filter(({ at }) => at > mock.at);
  const since = new Set(after.map(({ questionId }) => questionId));
  return new Set(blankQuestions(run).filter((id) => !since.has(id)));
};

/**
 * How ready a learner is, by spaced review, first answers, the last mock exam and the exam's current
 * questions. What was last answered wrong counts as a guess, since having just read the answer proves
 * nothing; so does what the mock exam left blank. The range never stands above that exam by more than
 * its blanks and the answers since account for.
 */
export const readinessOf = (detail: ExamDetail, learning: Learning, now: number) => {
  const { cards, reviews } = schedule(learning.study);
  const mock = lastMockOf(learning);
  const blanks = blanksOf(learning, mock);
  const recallOf = (card: ReviewCard) => (isMissed(card) ? CHANCE : recallAt(card, now));
  const recalls = new Map(cards.map((card) => [card.questionId, recallOf(card)]));
  // Reviews are oldest first, so that going backward leaves each question's first answer.
  const firsts = new Map(
    reviews.toReversed().map(({ questionId, isCorrect }) => [questionId, isCorrect]),
  );
  const estimate = estimateReadiness(
    detail,
    (id) => (blanks.has(id) ? CHANCE : recalls.get(id)),
    (id) => firsts.get(id) ?? (blanks.has(id) ? false : undefined),
    (id) => recalls.has(id),
  );
  const { range } = estimate;
  const most = Math.floor((mock?.most ?? 100) / 5) * 5;
  return { ...estimate, range: range && { ...range, low: Math.min(range.low, most) } };
};

/** The score of a day ago; undefined if anything was answered today, which changes it, too. */
export const scoreBefore = (detail: ExamDetail, learning: Learning, now: number) => {
  const last = learning.study.reviews.at(-1) ?? { at: 0 };
  return dayOfReview(last) < dayOf(now)
    ? readinessOf(detail, learning, Math.max(last.at, now - DAY)).score
    : undefined;
};
