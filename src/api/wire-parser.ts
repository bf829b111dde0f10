import * as v from 'valibot';
import {
  allQuestionIds,
  type ExamDetail,
  type ExamSummary,
  type Provider,
  type QuestionAnswer,
} from '#contract/wire.ts';

/** Whether a value can be part of an address: not empty, no lone surrogate, not `.` or `..`. */
export const isId = (value: unknown) =>
  typeof value === 'string' && value !== '' && !/\p{Surrogate}|^\.\.?$/u.test(value);

// Custom checks, because each valibot action adds bytes to the first visit.
const count = v.custom<number>((value) => Number.isInteger(value) && (value as number) >= 0);
const length = v.custom<number>((value) => Number.isFinite(value) && (value as number) > 0);
const id = v.custom<string>(isId);
const texts = v.array(v.string());
/** An optional field; dropped if malformed. */
const extra = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined);
const httpsUrl = v.custom<string>(
  (value) => typeof value === 'string' && /^https:/i.test(value) && URL.canParse(value),
);

const providers = v.object({ providerData: v.array(v.unknown()) });
const provider = v.object({
  id,
  name: v.string(),
  examCount: count,
  questionCount: extra(count),
});

const exams = v.object({ exams: v.array(v.unknown()) });
const exam = v.object({ name: id, questionCount: count });

const share = v.tuple([count, count]);

export const examDetail = v.object({
  id: v.string(),
  name: v.string(),
  questionIds: v.array(id),
  domains: extra(v.array(v.object({ id, name: v.string(), weight: v.number() }))),
  questionDomains: extra(texts),
  tasks: extra(v.array(v.object({ id, name: v.string(), domain: v.string() }))),
  questionTasks: extra(texts),
  sitting: extra(
    v.object({
      questions: count,
      minutes: length,
      pass: v.object({ score: v.string(), share: v.number() }),
    }),
  ),
  outline: extra(
    v.object({
      version: v.string(),
      url: httpsUrl,
      checked: v.string(),
      reviewed: v.string(),
      tasks: extra(share),
      services: extra(share),
      blind: extra(share),
      changes: extra(v.array(v.object({ date: v.string(), text: v.string() }))),
    }),
  ),
  forms: extra(v.array(v.array(id))),
  heldOut: extra(
    v.object({ questionIds: v.array(id), questionDomains: texts, questionTasks: texts }),
  ),
});

const question = v.object({
  question: v.nullish(v.string(), ''),
  questionParts: v.nullish(texts, []),
  options: texts,
  answers: texts,
  explanation: extra(v.string()),
  optionNotes: extra(texts),
  references: extra(v.array(v.object({ title: v.string(), url: httpsUrl }))),
  domain: extra(v.string()),
  imageAlts: extra(v.record(v.string(), v.string())),
  imageSizes: extra(v.record(v.string(), v.object({ width: length, height: length }))),
});
const questionAnswer = v.object({ question, images: v.nullish(texts, []) });

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
  parseItems(exam, ({ name }) => name, parse(exams, body)?.exams, onLeftOut);

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
  const images = answer.images.filter((path) => isId(path.slice(path.lastIndexOf('/') + 1)));
  return { question: { ...rest, ...notes }, images };
};
