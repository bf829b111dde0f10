import type { Diagnostic } from '../diagnostic.ts';
import type { QuestionSource } from '../parse/question-source.ts';
import type { ExamSource } from '../read/bank-source.ts';

/** A finding about one question, or about the exam when `question` is missing. */
export type Finding = Diagnostic & { question?: string };

/** Warnings of stems that are alike, within an exam and between exams, by the later question. */
export type AlikeStems = ReadonlyMap<QuestionSource, Finding[]>;

/** `today` is a day such as 2026-11-21. */
export type Rule = (exam: ExamSource, today: string, alike: AlikeStems) => Finding[];

export const aboutExam = (exam: ExamSource, message: string, line = 1): Finding => ({
  file: exam.file,
  line,
  message,
});

export const aboutQuestion = (
  { file, id: question }: QuestionSource,
  line: number,
  message: string,
): Finding => ({ file, line, message, question });

/** A rule that looks at one question at a time. */
export const forEachQuestion =
  (find: (question: QuestionSource, today: string) => Finding[]): Rule =>
  (exam, today) =>
    exam.questions.flatMap((question) => find(question, today));
