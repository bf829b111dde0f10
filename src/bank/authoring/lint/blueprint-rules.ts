import { countCaseQuestions } from '../../coverage.ts';
import { isSingle, type QuestionSource, stemText } from '../../parse/question-source.ts';
import type { ExamSource } from '../../read/bank-source.ts';
import { medianWords, sum } from './answer-statistics.ts';
import type { Rule } from './rule.ts';

/**
 * Each domain's share of the questions and its weight, both in percent. Where an exam guide gives
 * ranges, weights do not add up to 100, so they are scaled.
 */
export const measureDomains = ({
  domains,
  questions,
}: Pick<ExamSource, 'domains' | 'questions'>) => {
  const total = sum(domains.map((domain) => domain.weight));
  return domains.map(({ id, name, weight }) => {
    const count = questions.filter((question) => question.domain === id).length;
    const share = questions.length === 0 ? 0 : (count / questions.length) * 100;
    return { id, name, weight: (weight / total) * 100, count, share };
  });
};

export type DomainShare = ReturnType<typeof measureDomains>[number];

const shareLimit = 2;
// Guards "over 2" against 2.000000000000001.
const rounding = 1e-9;

/** Warns about each domain whose share of the questions is off its weight. */
const findOffShares = (exam: ExamSource, of: string, more = '') =>
  measureDomains(exam).flatMap(({ name, weight, share }, index) => {
    const off = share - weight;
    if (Math.abs(off) <= shareLimit + rounding) return [];
    const message =
      `"${name}" has ${share.toFixed(1)} % of ${of} but weighs ${weight.toFixed(1)} %: ` +
      `${off > 0 ? 'move or drop some' : 'write more'}${more}.`;
    return [{ message, line: exam.lineOf(['domains', index, 'id']) }];
  });

export const findUnbalancedDomains: Rule = (exam) =>
  exam.questions.length === 0 ? [] : findOffShares(exam, 'the questions');

export const findEmptyExam: Rule = (exam) =>
  exam.questions.length === 0
    ? [{ message: 'The exam has no questions: write some in its questions folder.' }]
    : [];

/** How many questions each task statement has, by domain and then by name. */
export const countTasks = ({ domains, questions }: Pick<ExamSource, 'domains' | 'questions'>) =>
  domains.flatMap(({ id }) => {
    const counts = new Map<string, number>();
    for (const { domain, task } of questions) {
      if (domain === id && task !== undefined) counts.set(task, (counts.get(task) ?? 0) + 1);
    }
    return [...counts]
      .map(([task, count]) => ({ task, count }))
      .sort((left, right) => (left.task < right.task ? -1 : 1));
  });

const leastPerTask = 2;

export const findThinTasks: Rule = (exam) =>
  exam.sitting === undefined
    ? []
    : countTasks(exam)
        .filter(({ count }) => count < leastPerTask)
        .map(({ task }) => ({
          message: `The task "${task}" has only one question: write another one.`,
        }));

type Form = { title: string; name: string; exam: ExamSource };

/** The full sittings of an exam, each as an exam with its questions only. */
export const formsOf = (exam: ExamSource): Form[] => {
  const withOnly = (isPart: (question: QuestionSource) => boolean) => ({
    ...exam,
    questions: exam.questions.filter(isPart),
  });
  const heldOut = withOnly(({ sitting }) => sitting === 'only');
  return [
    { title: 'Form 1', name: 'form 1', exam: withOnly(({ form }) => form === 1) },
    { title: 'Form 2', name: 'form 2', exam: withOnly(({ form }) => form === 2) },
    ...(heldOut.questions.length === 0
      ? []
      : [{ title: 'Held out', name: 'the held-out form', exam: heldOut }]),
  ];
};

/** An exam that describes its sitting must have two full ones; one held out is full as well. */
export const findUnevenForms: Rule = (exam) => {
  const { sitting } = exam;
  if (!sitting) return [];
  return formsOf(exam).flatMap(({ title, name, exam: form }) => {
    const count = form.questions.length;
    if (count !== sitting.questions) {
      const message = `${title}: ${count} questions, not the ${sitting.questions} of a sitting: change the form of some.`;
      return [{ message, line: exam.lineOf(['sitting', 'questions']) }];
    }
    return findOffShares(form, name, ', or swap with another form');
  });
};

/** What should be about the same in every form. */
export const measureForm = ({
  questions,
  coverage,
}: Pick<ExamSource, 'questions' | 'coverage'>) => ({
  multiple: questions.filter((question) => !question.kind && !isSingle(question)).length,
  words: medianWords(questions.map(stemText)),
  cases: countCaseQuestions(coverage?.cases ?? [], questions),
});

/** No form of an exam may be easier than another. */
export const findUnequalForms: Rule = (exam) => {
  const forms = formsOf(exam);
  if (!exam.sitting || forms.some(({ exam: form }) => form.questions.length === 0)) return [];
  const compare = (what: string, counts: readonly number[], mostApart: number) => {
    if (Math.max(...counts) - Math.min(...counts) <= mostApart) return [];
    const each = forms.map(({ name }, place) => `${counts[place]} in ${name}`).join(', ');
    return [{ message: `Forms differ in ${what}: ${each}: swap questions between them.` }];
  };
  const figures = forms.map((form) => measureForm(form.exam));
  const words = figures.map((figure) => figure.words);
  const multiple = figures.map((figure) => figure.multiple);
  const cases = figures.map((figure) => figure.cases);
  return [
    ...compare('multiple-answer questions', multiple, 3),
    ...compare('questions of a case', cases, 2),
    ...compare('words of a stem', words, Math.min(...words) * (1.15 - 1)),
    ...[...new Set(countTasks(exam).map(({ task }) => task))].flatMap((task) => {
      const isOfTask = (question: QuestionSource) => question.task === task;
      const counts = forms.map((form) => form.exam.questions.filter(isOfTask).length);
      return compare(`questions of "${task}"`, counts, 2);
    }),
  ];
};
