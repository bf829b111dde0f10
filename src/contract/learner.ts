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
};

/** What a run asks, in which order, and against which clock. The plain Start is the default. */
export type RunSetup = {
  /** All, so many, those on the practise list, or just those of a list of ids. */
  questions: 'all' | 'practise' | 'again' | number;
  isShuffled: boolean;
  /** A time limit makes it a mock exam: feedback comes at the end. */
  minutes?: number | undefined;
};

export type SavedRun = {
  id: string;
  setup: RunSetup;
  questionIds: string[];
  index: number;
  /** Chosen but not yet checked, for the question at `index`. */
  selection: number[];
  results: QuestionResult[];
  flags: string[];
  elapsed: number;
  isFinished: boolean;
};

/** A finished run in an exam's history. */
export type RunRecord = {
  runId: string;
  finishedAt: number;
  correct: number;
  answered: number;
  total: number;
  elapsed: number;
};

export type ExamProgress = {
  history: RunRecord[];
  /** Questions to practise: how often in a row each has been right since it was wrong. */
  practise: Record<string, number>;
};

/** Where a question stands in spaced review: a card of FSRS, in the library's own units. */
export type ReviewCard = {
  due: number;
  lastReview: number;
  /** Days until recall falls to 90 %. */
  stability: number;
  difficulty: number;
  reps: number;
  lapses: number;
  learningSteps: number;
  scheduledDays: number;
  /** 0 new, 1 learning, 2 review, 3 relearning. */
  state: 0 | 1 | 2 | 3;
};

/** The exam that a learner's data belongs to, wherever its API stands. */
export type LearnerExam = { providerId: string; examId: string };
