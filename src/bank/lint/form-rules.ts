import { type QuestionSource, stemText } from '../parse/question-source.ts';
import type { ExamSource } from '../read/bank-source.ts';
import { isSingle, medianWords } from './answer-statistics.ts';
import { countCaseQuestions } from './coverage.ts';
import { countTasks, findOffShares } from './domain-rules.ts';
import { aboutExam, type Rule } from './warning.ts';

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
      return [aboutExam(exam, message, exam.lineOf(['sitting', 'questions']))];
    }
    return findOffShares(form, name, ', or swap with another form');
  });
};

/** What should be much the same in each form. */
export const measureForm = ({
  questions,
  coverage,
}: Pick<ExamSource, 'questions' | 'coverage'>) => ({
  multiple: questions.filter((question) => !isSingle(question)).length,
  words: medianWords(questions.map(stemText)),
  cases: countCaseQuestions(coverage?.cases ?? [], questions),
});

const mostApart = { multiple: 3, task: 2, cases: 2, words: 1.15 };

/** The forms of an exam ask much the same: no one is luckier with one than with another. */
export const findUnequalForms: Rule = (exam) => {
  const forms = formsOf(exam);
  if (!exam.sitting || forms.some(({ exam: form }) => form.questions.length === 0)) return [];
  const compare = (what: string, counts: readonly number[], mayDiffer: number) => {
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    if (most - least <= mayDiffer) return [];
    const each = forms.map(({ name }, place) => `${counts[place]} in ${name}`).join(', ');
    return [aboutExam(exam, `Forms differ in ${what}: ${each}: swap questions between them.`)];
  };
  const figures = forms.map((form) => measureForm(form.exam));
  const [multiple, cases, words] = [
    figures.map((figure) => figure.multiple),
    figures.map((figure) => figure.cases),
    figures.map((figure) => figure.words),
  ];
  return [
    ...compare('multiple-answer questions', multiple, mostApart.multiple),
    ...compare('questions of a case', cases, mostApart.cases),
    ...compare('words of a stem', words, Math.min(...words) * (mostApart.words - 1)),
    ...[...new Set(countTasks(exam).map(({ task }) => task))].flatMap((task) => {
      const isOfTask = (question: QuestionSource) => question.task === task;
      const counts = forms.map((form) => form.exam.questions.filter(isOfTask).length);
      return compare(`questions of "${task}"`, counts, mostApart.task);
    }),
  ];
};
