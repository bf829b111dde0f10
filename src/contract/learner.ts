/** The learner's data, as stored on the device. Times are milliseconds, dates since 1970. */

/** The only version of the stored data and the exported file; any other is not read. */
export const LEARNER_VERSION = 1;

export type QuestionResult = {
  questionId: string;
  isCorrect: boolean;
  selectedAnswers: string[];
  correctAnswers: string[];
  /** Positions of the selected options, which tell equal texts apart. */
  positions: number[];
  /** Id of the exam's domain, if the question names one. */
  domain?: string | undefined;
  /** How long the question was on screen before its answer. */
  time: number;
};

/** What a learner's questions are chosen by. A question may have several of these. */
export const sources = ['new', 'due', 'wrong', 'sure', 'flagged', 'saved'] as const;
export type Source = (typeof sources)[number];

/** Which questions a run asks, in which order, and its time limit. */
export type RunSetup = {
  /** Every question there is, this many of them, or a given list once more. */
  questions: 'all' | 'again' | number;
  /** What they are chosen from. A number without it is a mix of new and due ones. */
  from?: Source | undefined;
  /** Ids of the domains and tasks that they are limited to. */
  topics?: string[] | undefined;
  isShuffled: boolean;
  /** A time limit makes the run a mock exam, with feedback only at the end. */
  minutes?: number | undefined;
  /** Asks the questions that are held out of practice until this run has ended. */
  isHeldOut?: boolean | undefined;
};

/** Each exam stores at most one run of each kind. */
export const runKinds = ['all', 'set', 'review', 'mock'] as const;
export type RunKind = (typeof runKinds)[number];

export const runKind = ({ questions, from, topics, minutes }: RunSetup): RunKind => {
  if (minutes !== undefined) return 'mock';
  if (questions === 'again' || from === 'due') return 'review';
  return questions === 'all' && !from && !topics ? 'all' : 'set';
};

export type StoredRun = {
  id: string;
  /** Goes up with each change, so that two tabs can tell whose version is newer. */
  revision: number;
  setup: RunSetup;
  questionIds: string[];
  index: number;
  /** Selected but not yet checked, for the question at `index`. */
  selection: number[];
  results: QuestionResult[];
  /** Questions without options that were checked, which leaves no result. */
  seen: string[];
  flags: string[];
  /** Options struck out, as `2 q1` for the third of question q1. */
  struck: string[];
  /** A mock exam's time passes from here on, whether it is open or not. */
  startedAt: number;
  elapsed: number;
  /** Every question is answered, or it was ended. */
  isFinished: boolean;
  /** Time up to the last answer, once a result was shown; looking back afterwards doesn't count. */
  endedAfter?: number | undefined;
};

/** A run in an exam's history, as it ended or was left. */
export type RunRecord = {
  runId: string;
  kind: RunKind;
  finishedAt: number;
  correct: number;
  /** Includes questions without options that were checked. */
  answered: number;
  total: number;
  elapsed: number;
};

/** A question's state in spaced review, in FSRS units. A missed question is due at once. */
export type ReviewCard = {
  questionId: string;
  due: number;
  lastReview: number;
  /** Days until the chance of recall falls to 90 %. */
  stability: number;
  difficulty: number;
};

/** How sure the learner was of an answer. */
export const certainties = ['guessed', 'unsure', 'sure'] as const;
export type Certainty = (typeof certainties)[number];

/** One answer: when, which question, 1 if it was right or 0 if not, and how sure, if said. */
export type Review = [time: number, questionId: string, isRight: number, certainty?: Certainty];

/** Only the newest answers are stored. */
export const MAX_REVIEWS = 10_000;

/** What the learner keeps with a question. One without anything is kept, too, so that a merge can tell. */
export type Mark = {
  questionId: string;
  isSaved: boolean;
  note: string;
  /** When it was last changed. */
  at: number;
};

/** What a learner changed of a mark, and when. */
export type MarkChange = Partial<Pick<Mark, 'isSaved' | 'note'>> & Pick<Mark, 'questionId' | 'at'>;

/** An exam's spaced review. */
export type Study = {
  cards: ReviewCard[];
  /** Oldest first. */
  reviews: Review[];
  /** Answers not yet on a card, because the library that updates cards had not loaded. */
  unscheduled: Review[];
  marks: Mark[];
  /** The questions that were held out until the learner sat their mock exam. */
  opened?: string[] | undefined;
  /** The day of the exam, as `2026-12-12`. */
  examDate?: string | undefined;
  /** What a day began with, decided at its first look: reviews that were due, and new questions. */
  today?: { day: string; due: number; fresh: number } | undefined;
};

export const emptyStudy: Study = { cards: [], reviews: [], unscheduled: [], marks: [] };

/** What an exam's answers add up to. The history is oldest first. */
export type Learned = { history: RunRecord[]; study: Study };

/** All stored data of one exam. */
export type Learning = Learned & { runs: StoredRun[] };

/** An exam's stored data with the run of one kind, as read and written in one transaction. */
export type Stored = Learned & { run: StoredRun | undefined };

/**
 * A draft: the run on screen, saved to localStorage because a page that is closing may not finish
 * a database transaction. The next page to read the exam's data stores it.
 */
export type RunDraft = {
  id: string;
  revision: number;
  elapsed: number;
  /** When the draft was written. */
  at: number;
  /** The whole run, if its last change may not have been stored. */
  run?: StoredRun | undefined;
  /** Changes of marks that may not have been stored. */
  marks?: MarkChange[] | undefined;
};

/** Everything the learner has on the device, as exported and imported. */
export type LearnerFile = {
  kind: 'certdeck-learner-data';
  version: typeof LEARNER_VERSION;
  exportedAt: string;
  exams: {
    /** Absent for the API that the app is configured for. */
    apiUrl?: string | undefined;
    providerId: string;
    examId: string;
    runs: StoredRun[];
    history: RunRecord[];
    study: Study;
  }[];
};

/** Set in localStorage while there is stored data, so that home can reserve space for its card. */
export const RETURNING_KEY = 'returning';
