import type { QuestionSource } from '../../parse/question-source.ts';
import type { ExamSource } from '../../read/bank-source.ts';

/** What a rule finds, in a question's file or in exam.yaml, on the first line unless it says. */
export type Finding = { message: string; line?: number; question?: QuestionSource };

/** What is found of stems that are alike, within an exam and between exams, by the later question. */
export type AlikeStems = ReadonlyMap<QuestionSource, Finding[]>;

/** `today` is a day such as 2026-11-21. */
export type Rule = (exam: ExamSource, today: string, alike: AlikeStems) => Finding[];

/** A rule that looks at one question at a time. */
export const forEachQuestion =
  (find: (question: QuestionSource, today: string) => Finding[]): Rule =>
  (exam, today) =>
    exam.questions.flatMap((question) =>
      find(question, today).map((finding) => ({ ...finding, question })),
    );

/** The same day a year earlier. */
export const yearBefore = (today: string) =>
  `${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}${today.slice(4)}`;

export const daysBefore = (today: string, days: number) =>
  new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

/** A rule on how a choice's options give its key away; the answers of other kinds have no such key. */
export const ofChoices =
  (rule: Rule): Rule =>
  (exam, today, alike) =>
    rule({ ...exam, questions: exam.questions.filter(({ kind }) => !kind) }, today, alike);
