import * as v from 'valibot';
import { hasLoneSurrogate } from '#primitives/encode.ts';

/** What the API answers (spec: Wire). Any client may ignore the extras. */

/** Whether a value can be part of an address: not empty, no lone surrogate, not `.` or `..`. */
export const isId = (value: unknown) =>
  typeof value === 'string' && !/^\.{0,2}$/.test(value) && !hasLoneSurrogate(value);

// Custom checks, because each valibot action adds bytes to the first visit.
export const number = v.custom<number>(Number.isFinite);
const count = v.custom<number>((value) => Number.isInteger(value) && (value as number) >= 0);
const length = v.custom<number>((value) => Number.isFinite(value) && (value as number) > 0);
const id = v.custom<string>(isId);
const texts = v.array(v.string());
/** An optional field; dropped if malformed. */
const extra = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined);
const httpsUrl = v.custom<string>(
  (value) => typeof value === 'string' && /^https:/i.test(value) && URL.canParse(value),
);
const references = v.array(v.object({ title: v.string(), url: httpsUrl }));

export const provider = v.object({
  id,
  name: v.string(),
  examCount: count,
  /** In all of its exams. */
  questionCount: extra(count),
});
export type Provider = v.InferOutput<typeof provider>;
export type ProvidersAnswer = { providerData: Provider[] };

/** The name is also the exam's id in routes and queries. */
export const examSummary = v.object({ name: id, questionCount: count });
export type ExamSummary = v.InferOutput<typeof examSummary>;
export type ExamsAnswer = { exams: ExamSummary[] };

const domain = v.object({ id, name: v.string(), weight: number });
export type Domain = v.InferOutput<typeof domain>;

/** A part of a domain, as the exam guide names it. */
const task = v.object({ id, name: v.string(), domain: v.string() });
export type Task = v.InferOutput<typeof task>;

/** Something that a vendor renamed, repriced or ended. The date is as in `2026-12-12`. */
const change = v.object({ date: v.string(), text: v.string() });
export type VendorChange = v.InferOutput<typeof change>;

/** A count out of a total. */
const share = v.tuple([count, count]);
export type Share = v.InferOutput<typeof share>;

/** The exam guide that the questions follow, and the day of its and of their oldest review. */
const outline = v.object({
  version: v.string(),
  url: httpsUrl,
  checked: v.string(),
  reviewed: v.string(),
  /** The guide's tasks and named services that some question is about. */
  tasks: extra(share),
  services: extra(share),
  /** Of the questions that a reader answered without the key, those that agree with it. */
  blind: extra(share),
  /** The vendor's changes, newest first. */
  changes: extra(v.array(change)),
});
export type Outline = v.InferOutput<typeof outline>;

/** How the vendor holds the exam. */
export const sitting = v.object({
  questions: count,
  minutes: length,
  /** The vendor's scaled score as text, and the percentage that we estimate it stands for. */
  pass: v.object({ score: v.string(), share: number }),
});
export type Sitting = v.InferOutput<typeof sitting>;

/** A situation that several questions are about. */
const caseStudy = v.object({
  id,
  title: v.string(),
  sections: v.array(v.object({ title: v.string(), text: v.string() })),
  questionIds: v.array(id),
});
export type CaseStudy = v.InferOutput<typeof caseStudy>;

export const examDetail = v.object({
  id: v.string(),
  name: v.string(),
  questionIds: v.array(id),
  domains: extra(v.array(domain)),
  /** The id of each question's domain, in the order of `questionIds`. */
  questionDomains: extra(texts),
  tasks: extra(v.array(task)),
  /** The id of each question's task, in the order of `questionIds`. */
  questionTasks: extra(texts),
  sitting: extra(sitting),
  /** Where the questions come from. */
  outline: extra(outline),
  /** Full practice exams that share no question, each a list of question ids. */
  forms: extra(v.array(v.array(id))),
  cases: extra(v.array(caseStudy)),
  /** How many tables of look-alikes its questions have. */
  lookAlikes: extra(count),
  /** Questions that come up in a mock exam only, until it was sat. In no other list of the exam. */
  heldOut: extra(
    v.object({ questionIds: v.array(id), questionDomains: texts, questionTasks: texts }),
  ),
});
export type ExamDetail = v.InferOutput<typeof examDetail>;

/** An exam's questions, those held out after the others. */
export type ExamQuestions = Pick<ExamDetail, 'questionIds' | 'heldOut'>;

export const allQuestionIds = ({ questionIds, heldOut }: ExamQuestions) => [
  ...questionIds,
  ...(heldOut?.questionIds ?? []),
];

/** A table of things that are easily confused. */
const lookAlike = v.object({
  id,
  title: v.string(),
  /** The first names the things. */
  columns: texts,
  rows: v.array(texts),
  references: extra(references),
});
export type LookAlike = v.InferOutput<typeof lookAlike>;

const question = v.object({
  question: v.nullish(v.string(), ''),
  /** Pieces of text; `[img-N]` in any of them stands for an image. */
  questionParts: v.nullish(texts, []),
  options: texts,
  /** The correct option texts. */
  answers: texts,
  explanation: extra(v.string()),
  /** Why each option is right or wrong, in the order of `options`. */
  optionNotes: extra(texts),
  references: extra(references),
  /** Compares what its options name; several questions may have the same. */
  lookAlike: extra(lookAlike),
  /** Id of one of the exam's domains. */
  domain: extra(v.string()),
  /** `series`, `order` or `match`. Any other is shown as the choice that it also is. */
  kind: extra(v.string()),
  /** What each answer of a match belongs to, and why, in the order of `answers`. */
  prompts: extra(texts),
  promptNotes: extra(texts),
  /** Id of the exam's case that it is about. */
  caseId: extra(v.string()),
  /** False where the options have to stay in their order. */
  shuffle: extra(v.boolean()),
  /** Alternative texts by the marker's word: `{ "img-1": "A virtual network with two subnets" }`. */
  imageAlts: extra(v.record(v.string(), v.string())),
  /** Natural sizes in CSS pixels by the marker's word, if known. */
  imageSizes: extra(v.record(v.string(), v.object({ width: length, height: length }))),
});
export type Question = v.InferOutput<typeof question>;

/** `images` are file paths; a marker's file is the one whose name starts with the marker. */
export const questionAnswer = v.object({ question, images: v.nullish(texts, []) });
export type QuestionAnswer = v.InferOutput<typeof questionAnswer>;

/** An image of an exam. Small ones include their bytes in base64. */
export type BundledImage = {
  questionId: string;
  /** The file name in the image's address. */
  file: string;
  type: string;
  bytes: number;
  data?: string;
};
/** The whole exam in one answer, an optional extra of the API. */
export type ExamBundle = {
  exam: ExamDetail;
  questions: { id: string; answer: QuestionAnswer }[];
  images: BundledImage[];
};
