import type { ExamDetail } from '#contract/wire.ts';
import type { Study } from '#learner/schemas.ts';
import { shuffle } from '#primitives/shuffle.ts';
import { withOpened } from '../run/sitting.ts';
import { byRecall, type DayStart, dayStart, type ExamState } from './day-start.ts';
import { dealNew } from './deal-new.ts';
import { goalOf, isLightDay, splitDay } from './plan-day.ts';
import { alternateDomains, questionsIn, siblingsFirst, withSiblings } from './practice.ts';

type Wanted = {
  count: number;
  /** Domains and tasks that it is limited to. */
  topics?: string[] | undefined;
  /** Questions that are there already. */
  without?: string[];
};

/** What there is to draw from, each in its order. */
const poolsOf = (ids: string[], study: Study, start: DayStart, random: () => number) => {
  const cards = new Map(study.cards.map((card) => [card.questionId, card]));
  const all = shuffle(ids, random);
  const isMissedLast = (id: string) => cards.get(id)?.interval === 0;
  const due = new Set(start.due);
  const known = all
    .filter((id) => start.isSeen(id) && !start.answered.has(id))
    .sort(byRecall(study, start.day));
  return {
    all,
    fresh: all.filter(start.isFresh),
    known,
    due: known.filter((id) => due.has(id)),
    missed: known
      .filter(isMissedLast)
      .sort((a, b) => (cards.get(b)?.lastReview ?? 0) - (cards.get(a)?.lastReview ?? 0)),
    isMissedLast,
  };
};

/**
 * The next questions: due ones first, the least likely remembered ahead, then new ones; known ones
 * fill up. On the day before the exam and on its day, what was missed last comes first and new ones
 * last. Domains alternate, and a question that comes again follows its new siblings.
 */
export const drawQueue = (
  exam: ExamState & { detail: ExamDetail },
  { count, topics, without = [] }: Wanted,
  now: number,
  random: () => number,
): string[] => {
  const { study } = exam.learning;
  const detail = withOpened(exam.detail, study);
  const start = dayStart(exam, now);
  const there = new Set(without);
  const asked = questionsIn(detail, topics).filter((id) => start.isAsked(id) && !there.has(id));
  const { all, fresh, known, due, missed, isMissedLast } = poolsOf(asked, study, start, random);
  const first = (...ids: string[][]) => [...new Set(ids.flat())].slice(0, count);
  if (isLightDay(exam.learning, start.day)) {
    return alternateDomains(first(missed, due, known, fresh, all), detail);
  }
  const counts = { due: due.length, fresh: fresh.length, dueAnswered: start.dueAnswered };
  const share = splitDay(count, goalOf(exam.learning), counts);
  const tasks = new Map(detail.questionIds.map((id, at) => [id, detail.questionTasks?.[at]]));
  const taskOf = (id: string) => tasks.get(id);
  const again = due.slice(0, share.due);
  const siblings = withSiblings(fresh, again, taskOf);
  const news = dealNew(siblings, share.fresh, { detail, study, isSeen: start.isSeen });
  const more = first(again, news, known, all).slice(again.length + news.length);
  const turns = [again, news, more].flatMap((ids) => alternateDomains(ids, detail));
  return siblingsFirst(turns, taskOf, (id) => Number(start.isSeen(id)) + Number(isMissedLast(id)));
};
