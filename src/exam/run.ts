import { isSelectionCorrect, isSingleAnswer, toggleOption } from './grading.ts';

export type QuestionResult = {
  questionId: string;
  isCorrect: boolean;
  selectedAnswers: string[];
  correctAnswers: string[];
  /** Where the chosen options stood, which keeps equal texts apart. */
  positions: number[];
};

/** One pass through an exam. The question on screen is `questionIds[index]`. */
export type Run = {
  questionIds: string[];
  index: number;
  /** Chosen options of the question on screen, by position. */
  selection: number[];
  /** The question on screen is shown answered, its selection locked. */
  isAnswered: boolean;
  results: QuestionResult[];
};

type Graded = { options: string[]; answers: string[] };

export type RunEvent =
  | { type: 'runEntered'; questionIds: string[] }
  | { type: 'questionOpened'; index: number }
  | { type: 'optionChosen'; position: number; question: Graded }
  | { type: 'answerChecked'; question: Graded };

export const emptyRun = (questionIds: string[]): Run => ({
  questionIds,
  index: 0,
  selection: [],
  isAnswered: false,
  results: [],
});

export const findResult = (run: Run, questionId: string | undefined) =>
  run.results.find((result) => result.questionId === questionId);

/** Replaces the question's result where there is one, appends it otherwise (SPEC 3). */
export const addResult = (results: QuestionResult[], result: QuestionResult) =>
  results.some((other) => other.questionId === result.questionId)
    ? results.map((other) => (other.questionId === result.questionId ? result : other))
    : [...results, result];

export const totalAnswered = (run: Run) => run.results.length;
export const totalCorrect = (run: Run) => run.results.filter((result) => result.isCorrect).length;

const openQuestion = (run: Run, index: number): Run => {
  if (index < 0 || index >= run.questionIds.length) return run;
  const result = findResult(run, run.questionIds[index]);
  return { ...run, index, selection: result?.positions ?? [], isAnswered: result !== undefined };
};

const checkAnswer = (run: Run, { options, answers }: Graded): Run => {
  const questionId = run.questionIds[run.index];
  if (run.isAnswered || questionId === undefined) return run;
  if (options.length === 0) return { ...run, isAnswered: true };
  if (run.selection.length === 0) return run;
  const selectedAnswers = run.selection.map((position) => options[position] ?? '');
  const isCorrect = isSelectionCorrect(selectedAnswers, answers);
  const { selection: positions } = run;
  const result = { questionId, isCorrect, selectedAnswers, correctAnswers: answers, positions };
  return { ...run, isAnswered: true, results: addResult(run.results, result) };
};

export const reduceRun = (run: Run, event: RunEvent): Run => {
  switch (event.type) {
    case 'runEntered':
      return emptyRun(event.questionIds);
    case 'questionOpened':
      return openQuestion(run, event.index);
    case 'optionChosen':
      if (run.isAnswered) return run;
      return {
        ...run,
        selection: toggleOption(
          run.selection,
          event.position,
          isSingleAnswer(event.question.answers),
        ),
      };
    case 'answerChecked':
      return checkAnswer(run, event.question);
  }
};

export type QuestionState = 'correct' | 'incorrect' | 'unanswered';

/** The state of each question by id, for the grid. */
export const questionState = (run: Run, questionId: string): QuestionState => {
  const result = findResult(run, questionId);
  return result ? (result.isCorrect ? 'correct' : 'incorrect') : 'unanswered';
};

/** 'Final Score' counts all questions of the run; percent is whole. */
export const finalScoreText = (correct: number, total: number) =>
  `Final Score: ${correct}/${total} (${total > 0 ? Math.round((100 * correct) / total) : 0}%)`;
