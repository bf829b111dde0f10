import { readRunQuery } from '#contract/routes.ts';
import { shuffle } from '#contract/shuffle.ts';
import { allQuestionIds, type Domain, type ExamDetail } from '#contract/wire.ts';
import type { RunSetup, Study } from '#learner/schemas.ts';
import type { Run } from './run.ts';

type ExamQuestions = { questionIds: string[]; questionDomains: string[]; domains: Domain[] };

/**
 * How many questions to draw from each group for a total of `count`, as close to the weights as whole
 * numbers and the groups' sizes allow, by largest remainder.
 */
const shareOut = (groups: { weight: number; size: number }[], count: number) => {
  const sum = groups.reduce((total, { weight }) => total + weight, 0);
  const shares = groups.map(({ weight, size }) => ({
    size,
    wanted: (weight / sum) * count,
    taken: 0,
  }));
  for (let left = count; left > 0; left -= 1) {
    const open = shares.filter(({ taken, size }) => taken < size);
    const most = open.sort((a, b) => b.wanted - b.taken - (a.wanted - a.taken))[0];
    if (most) most.taken += 1;
  }
  return shares.map(({ taken }) => taken);
};

/**
 * Draws the questions of a sitting like the vendor: by the blueprint's weights, in random order.
 * Without domains, every question is equally likely. Returns all questions if there are no more.
 */
export const drawSitting = (
  { questionIds, questionDomains, domains }: ExamQuestions,
  count: number,
  random: () => number,
): string[] => {
  const known = new Set(domains.map(({ id }) => id));
  const inDomain = (id: string) => questionIds.filter((_, index) => questionDomains[index] === id);
  const others = questionIds.filter((_, index) => !known.has(questionDomains[index] ?? ''));
  const groups = [
    ...domains.map(({ id, weight }) => ({ ids: inDomain(id), weight })),
    { ids: others, weight: domains.length > 0 ? 0 : 1 },
  ];
  const sizes = shareOut(
    groups.map(({ ids, weight }) => ({ weight, size: ids.length })),
    Math.min(count, questionIds.length),
  );
  const drawn = groups.flatMap(({ ids }, index) => shuffle(ids, random).slice(0, sizes[index]));
  return shuffle(drawn, random);
};

/** Whether the exam has a mock exam that the learner has not taken, of questions held out for it. */
export const isUnsat = ({ heldOut }: ExamDetail, { opened = [] }: Pick<Study, 'opened'>) =>
  heldOut?.questionIds.some((id) => !opened.includes(id)) ?? false;

/** The exam with the questions that were held out until the learner sat their mock exam. */
export const withOpened = (
  detail: ExamDetail,
  { opened = [] }: Pick<Study, 'opened'>,
): ExamDetail => {
  const { heldOut, questionIds, questionDomains, questionTasks } = detail;
  const there = new Set(opened);
  const indexes = heldOut?.questionIds.flatMap((id, index) => (there.has(id) ? index : [])) ?? [];
  if (!heldOut || indexes.length === 0) return detail;
  const add = (list: string[], more: string[]) => [
    ...list,
    ...indexes.map((index) => more[index] ?? ''),
  ];
  return {
    ...detail,
    questionIds: add(questionIds, heldOut.questionIds),
    ...(questionDomains && { questionDomains: add(questionDomains, heldOut.questionDomains) }),
    ...(questionTasks && { questionTasks: add(questionTasks, heldOut.questionTasks) }),
  };
};

/** How many times the vendor's minutes a mock exam may have, for those who are granted more. */
export const TIMES = [1, 1.5, 2];

/**
 * The sitting that an address asks for: a fixed form by its number, or newly drawn questions. The form
 * that is held out comes after the others. Undefined if it asks for none or the vendor's format is
 * unknown.
 */
export const planSitting = (detail: ExamDetail, search: string, random: () => number) => {
  const { mock: wanted, time } = readRunQuery(search);
  const times = TIMES.find((factor) => `${factor}` === time) ?? 1;
  const { sitting, questionIds, questionDomains = [], domains = [], forms = [], heldOut } = detail;
  if (wanted === undefined || !sitting) return undefined;
  const there = new Set(allQuestionIds(detail));
  const ids = [...forms, heldOut?.questionIds][Number(wanted) - 1];
  const form = ids?.filter((id) => there.has(id)) ?? [];
  const exam = { questionIds, questionDomains, domains };
  const chosen = form.length > 0 ? form : drawSitting(exam, sitting.questions, random);
  const setup: RunSetup = {
    questions: chosen.length,
    isShuffled: true,
    minutes: sitting.minutes * times,
    ...(ids && ids === heldOut?.questionIds && { isHeldOut: true }),
  };
  return { questionIds: chosen, setup };
};

/** Whether a run has the vendor's format, so that the passing score applies. */
export const isSitting = ({ questionIds, setup }: Run, { sitting }: ExamDetail) =>
  sitting !== undefined &&
  TIMES.some((times) => setup.minutes === sitting.minutes * times) &&
  questionIds.length === sitting.questions;
