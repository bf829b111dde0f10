/** What the API answers (spec: Wire). Optional fields are extras that any client may ignore. */

export type Provider = {
  id: string;
  name: string;
  examCount: number;
  /** In all of its exams. */
  questionCount?: number;
};
export type ProvidersAnswer = { providerData: Provider[] };

/** The name is also the exam's id in routes and queries. */
export type ExamSummary = { name: string; questionCount: number };
export type ExamsAnswer = { exams: ExamSummary[] };

export type Domain = { id: string; name: string; weight: number };
/** A part of a domain, as the exam guide names it. */
export type Task = { id: string; name: string; domain: string };
/** Something that a vendor renamed, priced anew or ended. The date is as in `2026-12-12`. */
export type Change = { date: string; text: string };
/** So many of so many. */
export type Share = [part: number, of: number];
/** The exam guide that the questions follow, and the day of its and of their oldest review. */
export type Outline = {
  version: string;
  url: string;
  checked: string;
  reviewed: string;
  /** The guide's tasks and named services that some question is about. */
  tasks?: Share;
  services?: Share;
  /** The questions whose key a reader arrived at who did not know it. */
  blind?: Share;
  /** The vendor's changes, newest first. */
  changes?: Change[];
};
/** How the vendor holds the exam. */
export type Sitting = {
  questions: number;
  minutes: number;
  /** The vendor's scaled score as text, and the percentage that we estimate it stands for. */
  pass: { score: string; share: number };
};
export type ExamDetail = {
  id: string;
  name: string;
  questionIds: string[];
  domains?: Domain[];
  /** The id of each question's domain, in the order of `questionIds`. */
  questionDomains?: string[];
  tasks?: Task[];
  /** The id of each question's task, in the order of `questionIds`. */
  questionTasks?: string[];
  sitting?: Sitting;
  /** Where the questions come from. */
  outline?: Outline;
  /** Full practice exams that share no question, each a list of question ids. */
  forms?: string[][];
  /** Questions that come up in a mock exam only, until it was sat. In no other list of the exam. */
  heldOut?: { questionIds: string[]; questionDomains: string[]; questionTasks: string[] };
};

/** An exam's questions, those held out after the others. */
export type ExamQuestions = Pick<ExamDetail, 'questionIds' | 'heldOut'>;

export const allQuestionIds = ({ questionIds, heldOut }: ExamQuestions) => [
  ...questionIds,
  ...(heldOut?.questionIds ?? []),
];

type Reference = { title: string; url: string };
export type Question = {
  question: string;
  /** Pieces of text; `[img-N]` in any of them stands for an image. */
  questionParts: string[];
  options: string[];
  /** The correct option texts. */
  answers: string[];
  explanation?: string;
  /** Why each option is right or wrong, in the order of `options`. */
  optionNotes?: string[];
  references?: Reference[];
  /** Id of one of the exam's domains. */
  domain?: string;
  /** Alternative texts by the marker's word: `{ "img-1": "A virtual network with two subnets" }`. */
  imageAlts?: Record<string, string>;
  /** Natural sizes in CSS pixels by the marker's word, if known. */
  imageSizes?: Record<string, { width: number; height: number }>;
};
/** `images` are file paths; a marker's file is the one whose name starts with the marker. */
export type QuestionAnswer = { question: Question; images: string[] };

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
