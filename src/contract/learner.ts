/** What a learner leaves on the device. Times are milliseconds, dates since 1970. */

export type QuestionResult = {
  questionId: string;
  isCorrect: boolean;
  selectedAnswers: string[];
  correctAnswers: string[];
  /** Where the chosen options stood, which keeps equal texts apart. */
  positions: number[];
  /** Id of the exam's domain, where the question names one. */
  domain?: string | undefined;
  /** How long the question was in sight before its answer. Older releases did not store it. */
  time?: number | undefined;
};

/** What a run asks, in which order, and against which clock. The plain Start is the default. */
export type RunSetup = {
  /** All, so many, those that are due, or just those of a list of ids. */
  questions: 'all' | 'practise' | 'again' | number;
  isShuffled: boolean;
  /** A time limit makes it a mock exam: feedback comes at the end. */
  minutes?: number | undefined;
};

/** An exam keeps one open run of each kind. */
export const runKinds = ['all', 'set', 'review', 'mock'] as const;
export type RunKind = (typeof runKinds)[number];

export const runKind = ({ questions, minutes }: RunSetup): RunKind => {
  if (minutes !== undefined) return 'mock';
  if (questions === 'all') return 'all';
  return typeof questions === 'number' ? 'set' : 'review';
};

export type SavedRun = {
  id: string;
  /** Counts what has changed in the run, so that two tabs can tell whose is newer. */
  revision: number;
  setup: RunSetup;
  questionIds: string[];
  index: number;
  /** Chosen but not yet checked, for the question at `index`. */
  selection: number[];
  results: QuestionResult[];
  /** Questions without options that were checked, which leaves no result. */
  seen: string[];
  flags: string[];
  elapsed: number;
  isFinished: boolean;
  /** The time up to the last answer of a run that has ended; looking back at it takes no more. */
  endedAfter?: number | undefined;
};

/** A finished run in an exam's history. */
export type RunRecord = {
  runId: string;
  /** Older releases did not store it. */
  kind?: RunKind | undefined;
  finishedAt: number;
  correct: number;
  /** Questions that are answered, or seen where they have no options. */
  answered: number;
  total: number;
  elapsed: number;
};

export type ExamProgress = {
  history: RunRecord[];
  /** The practice list of older releases: due, until a question has a card of spaced review. */
  practise: Record<string, number>;
};

/** Where a question stands in spaced review, in the units of FSRS. A missed one is due at once. */
export type ReviewCard = {
  questionId: string;
  due: number;
  lastReview: number;
  /** Days until recall falls to 90 %. */
  stability: number;
  difficulty: number;
  reps: number;
  lapses: number;
};

/** One answer: when, to which question, and 1 where it was right. */
export type Review = [time: number, questionId: string, isRight: number];

/** Older answers make room. */
export const REVIEWS_KEPT = 3000;

/** What spaced review knows of an exam. */
export type Study = {
  cards: ReviewCard[];
  /** Oldest first. */
  reviews: Review[];
  /** Answers that no card knows of yet: the library that sets the cards had not been loaded. */
  unscheduled?: Review[] | undefined;
  /** The day of the exam, as `2026-12-12`. */
  examDate?: string | undefined;
};

/** All that is kept of one exam. */
export type Learning = { runs: SavedRun[]; progress: ExamProgress; study: Study };

/** What is kept of an exam, and of its runs the one of a kind. */
export type Kept = Omit<Learning, 'runs'> & { run: SavedRun | undefined };

/** What a page that was left without a word to spare has noted of its run. */
export type RunNote = {
  id: string;
  revision: number;
  elapsed: number;
  /** When it was noted. Older releases did not say. */
  at?: number | undefined;
  /** All of it, where the last change was not known to be stored. */
  run?: SavedRun | undefined;
};

/** Everything a learner has left on the device, as it is exported and imported. */
export type LearnerFile = {
  kind: 'certdeck-learner-data';
  version: 2;
  exportedAt: string;
  exams: {
    /** Only where it is not the API that the app is configured for. */
    apiUrl?: string | undefined;
    providerId: string;
    examId: string;
    runs: SavedRun[];
    progress?: ExamProgress | undefined;
    study?: Study | undefined;
  }[];
};

/** In the browser's storage of texts while there is something to go on with, so that home can keep its place. */
export const RETURNING_KEY = 'returning';
