import type { Study } from '#contract/learner.ts';
import type { Domain, ExamDetail } from '#contract/wire.ts';
import { recallAt } from './review.ts';
import { MIN_ANSWERS } from './study.ts';

type DomainReadiness = {
  name: string;
  /** The vendor's weight, as a share of 1. */
  weight: number;
  seen: number;
  total: number;
  /** The share of this domain's questions the learner would get right today, from 0 to 1. */
  recall: number;
};

type Readiness = {
  seen: number;
  total: number;
  domains: DomainReadiness[];
  /** Percent, whole; undefined until enough questions have been answered. */
  score: number | undefined;
};

type ExamQuestions = {
  questionIds: string[];
  /** The domain of each question, in the same order; empty if the API doesn't say. */
  questionDomains: string[];
  domains: Domain[];
};

const mean = (values: number[]) =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;

/** Domains without questions or weight are left out; the weights of the others add up to 1. */
const groupByDomain = ({ questionIds, questionDomains, domains }: ExamQuestions) => {
  const groups = domains
    .map(({ id, name, weight }) => ({
      name,
      weight,
      ids: questionIds.filter((_, index) => questionDomains[index] === id),
    }))
    .filter(({ ids, weight }) => ids.length > 0 && weight > 0);
  if (groups.length === 0) return [{ name: 'All questions', weight: 1, ids: questionIds }];
  const sum = groups.reduce((total, { weight }) => total + weight, 0);
  return groups.map((group) => ({ ...group, weight: group.weight / sum }));
};

/**
 * What the learner would score today, weighted by the vendor's blueprint. `recallOf` gives the
 * chance of recall from 0 to 1, or undefined for a question never answered, which counts as 0.
 */
export const estimateReadiness = (
  exam: ExamQuestions,
  recallOf: (questionId: string) => number | undefined,
): Readiness => {
  const domains = groupByDomain(exam).map(({ name, weight, ids }) => ({
    name,
    weight,
    seen: ids.filter((id) => recallOf(id) !== undefined).length,
    total: ids.length,
    recall: mean(ids.map((id) => recallOf(id) ?? 0)),
  }));
  const seen = exam.questionIds.filter((id) => recallOf(id) !== undefined).length;
  const share = domains.reduce((sum, { weight, recall }) => sum + weight * recall, 0);
  return {
    seen,
    total: exam.questionIds.length,
    domains,
    score: seen < MIN_ANSWERS ? undefined : Math.round(share * 100),
  };
};

const DAY = 24 * 60 * 60 * 1000;

/**
 * Questions a day until the exam: those not seen yet and those due before its day. Days are the
 * device's calendar days. Today counts; the exam's day doesn't, unless it is today. Undefined once
 * the day has passed.
 */
export const planDays = (
  { unseen, dueTimes }: { unseen: number; dueTimes: number[] },
  now: Date,
  examDay: Date,
) => {
  const startOf = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
  const left = Math.round((startOf(examDay).getTime() - startOf(now).getTime()) / DAY);
  if (left < 0) return undefined;
  const due = dueTimes.filter((time) => time < startOf(examDay).getTime()).length;
  const days = Math.max(1, left);
  return { days: left, perDay: Math.ceil((unseen + due) / days) };
};

/** How ready a learner is, by spaced review and the exam's current questions. */
export const readinessOf = (detail: ExamDetail, study: Study, now: number) => {
  const recalls = new Map(study.cards.map((card) => [card.questionId, recallAt(card, now)]));
  const { questionIds, questionDomains = [], domains = [] } = detail;
  return estimateReadiness({ questionIds, questionDomains, domains }, (id) => recalls.get(id));
};

/** Questions a day until the exam. Undefined without a date, or once it has passed. */
export const planOf = (detail: ExamDetail, study: Study, now: Date) => {
  if (!study.examDate) return undefined;
  const [year = 0, month = 1, day = 1] = study.examDate.split('-').map(Number);
  const seen = new Set(study.cards.map(({ questionId }) => questionId));
  const unseen = detail.questionIds.filter((id) => !seen.has(id)).length;
  const dueTimes = study.cards.map(({ due }) => due);
  return planDays({ unseen, dueTimes }, now, new Date(year, month - 1, day));
};
