import { existsSync } from 'node:fs';
import { failed, type Result, success } from '#contract/result.ts';
import { type Diagnostic, diagnose } from '../diagnostic.ts';
import { type ExamFile, examSchema } from '../parse/schemas.ts';
import { readText, sizeLimits } from '../parse/text-file.ts';
import { parseYamlText, type YamlText } from '../parse/yaml-text.ts';
import type { ExamSource, Reading } from './bank-source.ts';
import { readQuestions } from './read-questions.ts';

const findTwins = (exam: ExamFile) =>
  exam.domains.flatMap(({ id }, index) =>
    exam.domains.findIndex((domain) => domain.id === id) < index ? [{ id, index }] : [],
  );

/** Reads an exam's exam.yaml. Its id must be the name of `folder`. */
export const readExamFile = (folder: string): Result<YamlText<ExamFile>, Diagnostic[]> => {
  const file = `${folder}/exam.yaml`;
  const text = readText(file, sizeLimits.yaml);
  if (!text.ok) return failed([diagnose(file, 1, text.failure)]);
  const parsed = parseYamlText(text.value, examSchema);
  if (!parsed.ok) {
    return failed(parsed.failure.map(({ line, message }) => diagnose(file, line, message)));
  }
  const { value, lineOf } = parsed.value;
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const diagnostics = findTwins(value).map(({ id, index }) =>
    diagnose(file, lineOf(['domains', index, 'id']), `There are two domains "${id}": rename one.`),
  );
  if (value.id !== name) {
    const message = `The id "${value.id}" is unlike its folder "${name}": make them the same.`;
    diagnostics.push(diagnose(file, lineOf(['id']), message));
  }
  return diagnostics.length === 0 ? success(parsed.value) : failed(diagnostics);
};

export type ExamOwner = {
  providerId: string;
  providerFolder: string;
  documentation: readonly string[] | undefined;
};

/**
 * Reads one exam. When its exam.yaml is invalid, the result is undefined, but its questions are
 * checked all the same, except for their domains, to report everything in one run.
 */
export const readExam = <Kept>(
  folder: string,
  { providerId, providerFolder, documentation }: ExamOwner,
  { keep, place }: Reading<Kept>,
  report: (diagnose: Diagnostic) => void,
): ExamSource<Kept> | undefined => {
  const id = folder.slice(folder.lastIndexOf('/') + 1);
  const ownPlace = `${providerFolder}/${id}`;
  const isWanted = place === undefined || place === providerFolder || place === ownPlace;
  const exam = readExamFile(folder);
  if (!exam.ok && isWanted) exam.failure.forEach(report);

  const questions: Kept[] = [];
  const owner = { id, providerId, folder: `${folder}/questions` };
  if (isWanted && existsSync(owner.folder)) {
    const domainIds = exam.ok
      ? new Set(exam.value.value.domains.map((domain) => domain.id))
      : undefined;
    const take = (question: Parameters<typeof keep>[0]) => questions.push(keep(question, owner));
    readQuestions(owner.folder, { domainIds, documentation }, take, report);
  }
  if (!exam.ok) return undefined;
  const { value, lineOf } = exam.value;
  return {
    ...value,
    providerId,
    place: ownPlace,
    isWanted,
    file: `${folder}/exam.yaml`,
    lineOf,
    questions,
  };
};
