import { resolve } from 'node:path';
import { failed, type Result, success } from '#contract/result.ts';
import { compileQuestion } from './compile/compile-question.ts';
import { orderByHash } from './compile/seeded-order.ts';
import type {
  CompiledBank,
  CompiledExam,
  CompiledProvider,
  CompiledQuestion,
} from './compiled-bank.ts';
import { type Diagnostic, sortDiagnostics } from './diagnostic.ts';
import type { ExamSource, ProviderSource } from './read/bank-source.ts';
import { readBank } from './read/read-bank.ts';

type Kept = { id: string; form: 1 | 2 | undefined; question: CompiledQuestion };

const FORMS = [1, 2] as const;

const compileExam = (exam: ExamSource<Kept>): CompiledExam => {
  const questions = orderByHash(exam.questions);
  const forms = FORMS.map((form) =>
    questions.filter((question) => question.form === form).map(({ id }) => id),
  ).filter((ids) => ids.length > 0);
  return {
    id: exam.id,
    name: exam.name,
    domains: exam.domains,
    sitting: exam.sitting && {
      questions: exam.sitting.questions,
      minutes: exam.sitting.minutes,
      pass: exam.sitting.pass,
    },
    forms: forms.length > 0 ? forms : undefined,
    questions: new Map(questions.map((kept) => [kept.id, kept.question])),
  };
};

const compileProvider = ({ id, name, exams }: ProviderSource<Kept>): CompiledProvider => ({
  id,
  name,
  exams: new Map(exams.map((exam) => [exam.name, compileExam(exam)])),
});

/**
 * Reads and compiles the bank in a folder, or tells everything that makes it unusable or wrong.
 * Each question is compiled as soon as it is read, so that no more than one raw file is held.
 */
export const loadBank = async (folder: string): Promise<Result<CompiledBank, Diagnostic[]>> => {
  const { providers, diagnostics } = readBank<Kept>(resolve(folder), {
    keep: (question, exam) => ({
      id: question.id,
      form: question.form,
      question: compileQuestion(question, exam),
    }),
  });
  if (diagnostics.length > 0) return failed(sortDiagnostics(diagnostics));
  return success({
    providers: new Map(providers.map((provider) => [provider.id, compileProvider(provider)])),
  });
};
