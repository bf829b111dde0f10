import type { CaseStudy, Domain, Outline, QuestionAnswer, Sitting, Task } from '#contract/wire.ts';

/** A compiled bank. Maps keep the order of the answers. */
export type CompiledBank = { providers: ReadonlyMap<string, CompiledProvider> };

export type CompiledProvider = {
  id: string;
  name: string;
  /** By exam name, which is the exam's id in routes (spec: Screens). */
  exams: ReadonlyMap<string, CompiledExam>;
};

export type CompiledExam = {
  /** The folder's name. */
  id: string;
  name: string;
  domains: Domain[];
  tasks?: Task[];
  outline?: Outline;
  sitting?: Sitting | undefined;
  cases?: CaseStudy[];
  /** How many tables of look-alikes its questions have. */
  lookAlikes?: number;
  /** Ids of the questions of each full sitting. */
  forms?: string[][] | undefined;
  /** Ids of the questions that come up in a mock exam only. */
  heldOut?: ReadonlySet<string>;
  /** By question id, in the order in which the exam asks them, with those held out. */
  questions: ReadonlyMap<string, CompiledQuestion>;
};

export type CompiledQuestion = {
  answer: QuestionAnswer;
  /** The id of its task. */
  task?: string;
  /** Absolute file path by served file name (`img-1.svg`). */
  imageFiles: ReadonlyMap<string, string>;
};
