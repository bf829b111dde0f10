import * as v from 'valibot';
import type { ExamDetail, ExamSummary, Provider, QuestionAnswer } from '#contract/wire.ts';

// Checks of our own, since each of the library's actions costs a first visit its bytes.
const count = v.custom<number>((value) => Number.isInteger(value) && (value as number) >= 0);
const id = v.custom<string>((value) => typeof value === 'string' && value !== '');
const texts = v.array(v.string());
/** Extras are taken when they are well-formed and left out when they are not. */
const extra = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined);
const httpsUrl = v.custom<string>(
  (value) => typeof value === 'string' && /^https:/i.test(value) && URL.canParse(value),
);

const providers = v.object({
  providerData: v.array(v.object({ id, name: v.string(), examCount: count })),
});

const exams = v.object({ exams: v.array(v.object({ name: id, questionCount: count })) });

const examDetail = v.object({
  id: v.string(),
  name: v.string(),
  questionIds: v.array(id),
  domains: extra(v.array(v.object({ id, name: v.string(), weight: v.number() }))),
});

const question = v.object({
  question: v.optional(v.string(), ''),
  questionParts: v.optional(texts, []),
  options: texts,
  answers: texts,
  explanation: extra(v.string()),
  optionNotes: extra(texts),
  references: extra(v.array(v.object({ title: v.string(), url: httpsUrl }))),
  domain: extra(v.string()),
  imageAlts: extra(v.record(v.string(), v.string())),
});
const questionAnswer = v.object({ question, images: v.optional(texts, []) });

const parse = <S extends v.GenericSchema>(schema: S, body: unknown) => {
  const parsed = v.safeParse(schema, body);
  return parsed.success ? parsed.output : undefined;
};

/** The parsers give undefined for a body of another shape, or one that answers for another id. */
export const parseProviders = (body: unknown): Provider[] | undefined =>
  parse(providers, body)?.providerData;

export const parseExams = (body: unknown): ExamSummary[] | undefined => parse(exams, body)?.exams;

export const parseExamDetail = (body: unknown, examId: string): ExamDetail | undefined => {
  const detail = parse(examDetail, body);
  const isAsked = detail && (detail.name === examId || detail.id === examId);
  return isAsked ? { ...detail, questionIds: [...new Set(detail.questionIds)] } : undefined;
};

export const parseQuestion = (body: unknown): QuestionAnswer | undefined => {
  const answer = parse(questionAnswer, body);
  if (!answer) return undefined;
  const { optionNotes, ...rest } = answer.question;
  const notes = optionNotes?.length === rest.options.length ? { optionNotes } : {};
  return { question: { ...rest, ...notes }, images: answer.images };
};
