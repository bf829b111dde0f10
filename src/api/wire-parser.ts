import * as v from 'valibot';
import {
  allQuestionIds,
  type ExamDetail,
  type ExamSummary,
  examDetail,
  examSummary,
  isId,
  type Provider,
  provider,
  type QuestionAnswer,
  questionAnswer,
} from '#contract/wire.ts';
import { lastSegment } from '#primitives/last-segment.ts';

const providers = v.object({ providerData: v.array(v.unknown()) });
const exams = v.object({ exams: v.array(v.unknown()) });

const parse = <S extends v.GenericSchema>(schema: S, body: unknown) => {
  const parsed = v.safeParse(schema, body);
  return parsed.success ? parsed.output : undefined;
};

/** Called with each unusable item of a list. */
type OnLeftOut = (item: unknown) => void;

/** The usable items, each id once. Undefined if there are items but none is usable. */
const parseItems = <S extends v.GenericSchema>(
  schema: S,
  idOf: (item: v.InferOutput<S>) => string,
  items: unknown[] | undefined,
  onLeftOut?: OnLeftOut,
) => {
  const found = new Map<string, v.InferOutput<S>>();
  for (const item of items ?? []) {
    const parsed = parse(schema, item);
    if (parsed && !found.has(idOf(parsed))) found.set(idOf(parsed), parsed);
    else onLeftOut?.(item);
  }
  return items && (found.size > 0 || items.length === 0) ? [...found.values()] : undefined;
};

/** These parsers return undefined for a body with the wrong shape or id. */
export const parseProviders = (body: unknown, onLeftOut?: OnLeftOut): Provider[] | undefined =>
  parseItems(provider, ({ id }) => id, parse(providers, body)?.providerData, onLeftOut);

export const parseExams = (body: unknown, onLeftOut?: OnLeftOut): ExamSummary[] | undefined =>
  parseItems(examSummary, ({ name }) => name, parse(exams, body)?.exams, onLeftOut);

export const parseExamDetail = (body: unknown, examId: string): ExamDetail | undefined => {
  const detail = parse(examDetail, body);
  if (!detail || (detail.name !== examId && detail.id !== examId)) return undefined;
  const questionIds = [...new Set(detail.questionIds)];
  // Domains are matched by position, so a duplicate id makes them unusable, and tasks, too.
  const { questionDomains, questionTasks, heldOut, ...rest } = detail;
  const isAligned = (list: string[] | undefined) => list?.length === questionIds.length;
  const all = allQuestionIds({ questionIds, heldOut });
  const isApart = new Set(all).size === all.length;
  return {
    ...rest,
    questionIds,
    ...(isAligned(questionDomains) && { questionDomains }),
    ...(isAligned(questionTasks) && { questionTasks }),
    ...(heldOut && isApart && { heldOut }),
  };
};

export const parseQuestion = (body: unknown): QuestionAnswer | undefined => {
  const answer = parse(questionAnswer, body);
  if (!answer) return undefined;
  const { optionNotes, ...rest } = answer.question;
  const notes = optionNotes?.length === rest.options.length ? { optionNotes } : {};
  // Only the last segment of an image's path becomes part of an address.
  const images = answer.images.filter((path) => isId(lastSegment(path)));
  return { question: { ...rest, ...notes }, images };
};
