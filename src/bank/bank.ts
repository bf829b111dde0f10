import { resolve } from 'node:path';
import { failed, type Result, success } from '#contract/result.ts';
import type { Outline, Share, Task, VendorChange } from '#contract/wire.ts';
import { hashText } from '#primitives/shuffle.ts';
import { measureBlindChecks } from './blind-checks.ts';
import { compileQuestion } from './compile/compile-question.ts';
import type { CompiledBank, CompiledExam, CompiledProvider } from './compiled-bank.ts';
import { measureCoverage } from './coverage.ts';
import { type Diagnostic, sortDiagnostics } from './diagnostic.ts';
import { sizeLimits } from './parse/decode-text.ts';
import type { QuestionSource } from './parse/question-source.ts';
import { readBytes } from './parse/text-file.ts';
import type { ExamSource, ProviderSource } from './read/bank-source.ts';
import { readBank } from './read/read-bank.ts';

const FORMS = [1, 2] as const;

/** A task as '2.1 Explain ...' has its number for an id, any other its whole name. */
const taskId = (name: string) => /^\d+(?:\.\d+)*(?= )/.exec(name)?.[0] ?? name;

/** The tasks that the questions name, in the exam guide's order. */
const listTasks = (questions: ExamSource['questions']) => {
  const tasks = new Map<string, Task>();
  for (const { task, domain } of questions) {
    if (task) tasks.set(taskId(task), { id: taskId(task), name: task, domain });
  }
  return [...tasks.values()].sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
};

/** What learners are told about the questions. */
const describe = (exam: ExamSource, changes: VendorChange[]): Outline => {
  const { version, url, checked } = exam.outline;
  const [oldest = checked] = exam.questions.map(({ reviewed }) => reviewed).sort();
  const coverage = exam.coverage && measureCoverage(exam.coverage, exam.questions);
  const shareOf = ({ of, missing }: { of: number; missing: string[] }): Share => [
    of - missing.length,
    of,
  ];
  const { agreed, withStem } = measureBlindChecks(exam);
  return {
    ...{ version, url, checked, reviewed: oldest },
    ...(coverage && { tasks: shareOf(coverage.tasks), services: shareOf(coverage.services) }),
    ...(withStem > 0 && { blind: [agreed, withStem] }),
    ...(changes.length > 0 && { changes }),
  };
};

/** Orders by a hash of the id, so that adding items does not reorder the others. */
export const orderByHash = <T extends { id: string }>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, hash: hashText(item.id) }))
    .sort((left, right) => left.hash - right.hash || (left.item.id < right.item.id ? -1 : 1))
    .map(({ item }) => item);

const compileExam = (
  exam: ExamSource,
  providerId: string,
  changes: VendorChange[],
): CompiledExam => {
  const questions = orderByHash(exam.questions);
  const idsOf = (isPart: (question: QuestionSource) => boolean) =>
    questions.filter(isPart).map(({ id }) => id);
  const forms = FORMS.map((form) => idsOf((question) => question.form === form));
  const filled = forms.filter((ids) => ids.length > 0);
  const tables = new Map((exam.lookAlikes ?? []).map(({ file: _, ...table }) => [table.id, table]));
  return {
    id: exam.id,
    name: exam.name,
    domains: exam.domains,
    tasks: listTasks(questions),
    cases: (exam.cases ?? []).map(({ id, title, sections }) => ({
      ...{ id, title, sections },
      questionIds: idsOf((question) => question.case === id),
    })),
    lookAlikes: tables.size,
    outline: describe(exam, changes),
    sitting: exam.sitting && {
      questions: exam.sitting.questions,
      minutes: exam.sitting.minutes,
      pass: exam.sitting.pass,
    },
    forms: filled.length > 0 ? filled : undefined,
    heldOut: new Set(idsOf(({ sitting }) => sitting === 'only')),
    questions: new Map(
      questions.map((question) => {
        const pathOf = (file: string) => `${exam.questionFolder}/${file}`;
        const { answer, images } = compileQuestion(
          question,
          { id: exam.id, providerId },
          (file) => {
            const bytes = readBytes(pathOf(file), sizeLimits.image);
            return bytes.ok ? bytes.value : undefined;
          },
        );
        const lookAlike = tables.get(question.lookAlike ?? '');
        if (lookAlike) answer.question.lookAlike = lookAlike;
        const imageFiles = new Map(images.map(({ served, file }) => [served, pathOf(file)]));
        return [question.id, { answer, imageFiles, task: taskId(question.task ?? '') }];
      }),
    ),
  };
};

const compileProvider = ({ id, name, exams, changes }: ProviderSource): CompiledProvider => ({
  id,
  name,
  exams: new Map(exams.map((exam) => [exam.name, compileExam(exam, id, changes)])),
});

/** Reads and compiles the bank in a folder, or returns everything that is wrong with it. */
export const loadBank = async (folder: string): Promise<Result<CompiledBank, Diagnostic[]>> => {
  const { providers, diagnostics } = readBank(resolve(folder));
  if (diagnostics.length > 0) return failed(sortDiagnostics(diagnostics));
  return success({
    providers: new Map(providers.map((provider) => [provider.id, compileProvider(provider)])),
  });
};
