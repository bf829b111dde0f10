import { readRunQuery } from '#contract/routes.ts';
import { allQuestionIds, type CaseStudy, type ExamDetail } from '#contract/wire.ts';
import type { RunSetup, Study } from '#learner/schemas.ts';
import { shuffle } from '#primitives/shuffle.ts';
import type { Run } from './run.ts';

/** What an exam asks, by domain if the API says. */
export type Blueprint = Pick<ExamDetail, 'questionIds' | 'questionDomains' | 'domains'>;

type Drawn = Blueprint & { cases?: Pick<CaseStudy, 'questionIds'>[] | undefined };

/**
 * How many questions to draw from each group for a total of `count`, as close to the weights as whole
 * numbers and the groups' sizes allow, by largest remainder.
 */
const apportion = (groups: { weight: number; size: number }[], count: number) => {
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

/** Whole cases, about as many of their questions as their share of the exam's. */
const drawCases = ({ questionIds, cases = [] }: Drawn, count: number, random: () => number) => {
  const there = new Set(questionIds);
  const usable = cases.map((one) => one.questionIds.filter((id) => there.has(id)));
  const wanted = (count * usable.flat().length) / Math.max(1, questionIds.length);
  const drawn: string[][] = [];
  for (const ids of shuffle(usable, random)) {
    if (drawn.flat().length + ids.length / 2 <= wanted) drawn.push(ids);
  }
  return { drawn, others: new Set(usable.flat()) };
};

/** The same questions, those of a case in a row where its first one stands. */
const inRows = (ids: string[], cases: Pick<CaseStudy, 'questionIds'>[] = []) => {
  const there = new Set(ids);
  const rows = cases.map(({ questionIds }) => questionIds.filter((id) => there.has(id)));
  return [...new Set(ids.flatMap((id) => rows.find((row) => row.includes(id)) ?? id))];
};

/**
 * Draws the questions of a sitting like the vendor: by the blueprint's weights, in random order, and
 * cases as a whole. Without domains, every question is equally likely. Returns all questions if there
 * are no more.
 */
export const drawSitting = (exam: Drawn, count: number, random: () => number): string[] => {
  const { questionIds, questionDomains = [], domains = [], cases } = exam;
  const known = new Set(domains.map(({ id }) => id));
  const { drawn, others } = drawCases(exam, count, random);
  const taken = new Set(drawn.flat());
  const groupOf = (isPart: (domain: string) => boolean, weight: number) => {
    const ids = questionIds.filter((_, index) => isPart(questionDomains[index] ?? ''));
    const ofCases = ids.filter((id) => taken.has(id));
    // What is left of the cases fills a short exam only.
    const free = ids.filter((id) => !taken.has(id));
    const rest = shuffle(free, random).sort(
      (a, b) => Number(others.has(a)) - Number(others.has(b)),
    );
    return { weight, ids: [...ofCases, ...rest] };
  };
  const groups = [
    ...domains.map(({ id, weight }) => groupOf((domain) => domain === id, weight)),
    groupOf((domain) => !known.has(domain), domains.length > 0 ? 0 : 1),
  ];
  const sizes = apportion(
    groups.map(({ ids, weight }) => ({ weight, size: ids.length })),
    Math.min(count, questionIds.length),
  );
  const chosen = groups.flatMap(({ ids }, index) => ids.slice(0, sizes[index]));
  return inRows(shuffle(chosen, random), cases);
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
  const { sitting, forms = [], heldOut, cases } = detail;
  if (wanted === undefined || !sitting) return undefined;
  const there = new Set(allQuestionIds(detail));
  const ids = [...forms, heldOut?.questionIds][Number(wanted) - 1];
  const form = ids?.filter((id) => there.has(id)) ?? [];
  const chosen =
    form.length > 0 ? inRows(form, cases) : drawSitting(detail, sitting.questions, random);
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
