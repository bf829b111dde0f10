import type { ExamDetail } from '#contract/wire.ts';
import {
  emptyLearning,
  type Learning,
  type Review,
  type RunSetup,
  type Source,
} from '#learner/schemas.ts';
import { shuffle } from '#primitives/shuffle.ts';
import { byRecall, dayStart } from './day-start.ts';
import { askable, markedQuestions } from './study.ts';

export type Groups = Record<Source, ReadonlySet<string>>;

const groupBy = <Item, Key>(items: Item[], keyOf: (item: Item) => Key) => {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

/** Wrong once, and not yet right twice in a row. */
const isWrong = (answers: Review[]) =>
  answers.some(({ isCorrect }) => !isCorrect) &&
  !answers.slice(-2).every(({ isCorrect }) => isCorrect);

/** The last answer was wrong, and the learner had not called it unsure. */
const isSureButWrong = (answers: Review[]) => {
  const last = answers.at(-1);
  return last?.isCorrect === false && !last.isUnsure;
};

/**
 * An exam's questions, grouped by the learner's history with them. Due ones are in review order.
 */
export const groupQuestions = (
  listed: string[],
  { study }: Pick<Learning, 'study'>,
  now: number,
): Groups => {
  const answers = groupBy(study.reviews, ({ questionId }) => questionId);
  const questionIds = askable(listed, study);
  const existing = new Set(questionIds);
  const pick = (is: (answers: Review[]) => boolean) =>
    new Set(questionIds.filter((id) => is(answers.get(id) ?? [])));
  const keep = (ids: string[]) => new Set(ids.filter((id) => existing.has(id)));
  const start = dayStart({ listed: listed.length, learning: { ...emptyLearning, study } }, now);
  const due = keep(start.due.sort(byRecall(study, start.day)));
  return {
    new: new Set(questionIds.filter((id) => !answers.has(id) && !start.isSeen(id))),
    due,
    wrong: pick(isWrong),
    // A learner who never marks doubt hasn't called anything certain either.
    sure: study.reviews.some(({ isUnsure }) => isUnsure) ? pick(isSureButWrong) : new Set(),
    flagged: keep(markedQuestions(study, 'isFlagged')),
    aside: new Set(listed.filter((id) => !existing.has(id))),
    saved: keep(markedQuestions(study, 'isSaved')),
  };
};

type Topics = Pick<ExamDetail, 'questionIds' | 'questionDomains' | 'questionTasks'>;

/** The questions of any of these domains or tasks, or all of them without a topic. */
export const questionsIn = (
  { questionIds, questionDomains = [], questionTasks = [] }: Topics,
  topics: string[] | undefined,
) => {
  const isIn = (topic: string | undefined) => topic !== undefined && topics?.includes(topic);
  return topics
    ? questionIds.filter((_, index) => isIn(questionDomains[index]) || isIn(questionTasks[index]))
    : questionIds;
};

/** The same questions with their domains in turns, as far as they go; each domain keeps its order. */
export const alternateDomains = (
  ids: string[],
  { questionIds, questionDomains = [] }: Pick<ExamDetail, 'questionIds' | 'questionDomains'>,
) => {
  const domainOf = new Map(questionIds.map((id, index) => [id, questionDomains[index]]));
  const waiting = groupBy(ids, (id) => domainOf.get(id));
  const turns: string[] = [];
  for (let last: unknown; turns.length < ids.length; ) {
    const groups = [...waiting].sort(([, a], [, b]) => b.length - a.length);
    const [domain, group] = groups.find(([domain]) => domain !== last) ?? groups[0] ?? [];
    turns.push(group?.shift() ?? '');
    if (group?.length === 0) waiting.delete(domain);
    last = domain;
  }
  return turns;
};

/**
 * The same questions, those of one task in the order of `rankOf` in the places that the task has: a
 * question comes again after its siblings, which test the same in other words.
 */
export const siblingsFirst = (
  ids: string[],
  taskOf: (id: string) => string | undefined,
  rankOf: (id: string) => number,
) => {
  const ranked = ids.toSorted((a, b) => rankOf(a) - rankOf(b));
  const turns = groupBy(ranked, taskOf);
  return ids.map((id) => (taskOf(id) && turns.get(taskOf(id))?.shift()) || id);
};

/** The same new questions, first one of the same task for each that is due, where there is one. */
export const withSiblings = (
  fresh: string[],
  due: string[],
  taskOf: (id: string) => string | undefined,
) => {
  const waiting = groupBy(fresh, taskOf);
  const siblings = due.flatMap((id) => (taskOf(id) && waiting.get(taskOf(id))?.shift()) || []);
  return [...new Set([...siblings, ...fresh])];
};

/**
 * The questions of a set: those due by when they are, others in the exam's order unless shuffled;
 * their domains in turns, and what was missed after its siblings, unless it is the exam's order. Every
 * question of the topics, or of the exam, if there are none of the kind. `random` returns a number
 * from 0 up to 1, like Math.random.
 */
export const chooseQuestions = (
  detail: Topics,
  { questions, from, topics, isShuffled }: RunSetup,
  groups: Groups,
  random: () => number,
) => {
  const inTopics = questionsIn(detail, topics);
  const all = inTopics.length > 0 ? inTopics : detail.questionIds;
  const there = new Set(all);
  const { questionIds, questionTasks = [] } = detail;
  const tasks = new Map(questionIds.map((id, index) => [id, questionTasks[index]]));
  const only = from ? [...groups[from]].filter((id) => there.has(id)) : [];
  const usable = only.length > 0 ? only : all.filter((id) => !groups.aside.has(id));
  const inOrder = from === 'due' ? usable : shuffle(usable, random);
  const chosen = typeof questions === 'number' ? inOrder.slice(0, questions) : usable;
  const rankOf = (id: string) => Number(!groups.new.has(id)) + Number(groups.wrong.has(id));
  const inTurns = (ids: string[]) =>
    siblingsFirst(alternateDomains(ids, detail), (id) => tasks.get(id), rankOf);
  if (from === 'due') return inTurns(chosen);
  if (isShuffled) return inTurns(shuffle(chosen, random));
  const wanted = new Set(chosen);
  return all.filter((id) => wanted.has(id));
};
