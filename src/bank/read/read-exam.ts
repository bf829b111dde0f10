import { existsSync } from 'node:fs';
import type * as v from 'valibot';
import { failed, type Result, success } from '#contract/result.ts';
import { type Diagnostic, diagnose } from '../diagnostic.ts';
import { coverageSchema, type ExamFile, examSchema, reviewsSchema } from '../parse/schemas.ts';
import { readText, sizeLimits } from '../parse/text-file.ts';
import { parseYamlText, type YamlText } from '../parse/yaml-text.ts';
import { type ExamSource, findTwins, type Report } from './bank-source.ts';
import { readQuestions } from './read-questions.ts';

/** Reads a YAML file to the schema's shape, or returns everything that is wrong with it. */
export const readYamlFile = <S extends v.GenericSchema>(
  file: string,
  schema: S,
): Result<YamlText<v.InferOutput<S>>, Diagnostic[]> => {
  const text = readText(file, sizeLimits.yaml);
  if (!text.ok) return failed([diagnose(file, 1, text.failure)]);
  const parsed = parseYamlText(text.value, schema);
  return parsed.ok
    ? parsed
    : failed(parsed.failure.map(({ line, message }) => diagnose(file, line, message)));
};

/** Reads an exam's exam.yaml. Its id must be the name of `folder`. */
export const readExamFile = (folder: string): Result<YamlText<ExamFile>, Diagnostic[]> => {
  const file = `${folder}/exam.yaml`;
  const parsed = readYamlFile(file, examSchema);
  if (!parsed.ok) return parsed;
  const { value, lineOf } = parsed.value;
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const diagnostics = findTwins(value.domains, (domain) => domain.id).map((domain) => {
    const line = lineOf(['domains', value.domains.indexOf(domain), 'id']);
    return diagnose(file, line, `There are two domains "${domain.id}": rename one.`);
  });
  if (value.id !== name) {
    const message = `The id "${value.id}" is unlike its folder "${name}": make them the same.`;
    diagnostics.push(diagnose(file, lineOf(['id']), message));
  }
  return diagnostics.length === 0 ? success(parsed.value) : failed(diagnostics);
};

/** Reads a file beside exam.yaml that an exam may lack. */
const readBeside = <S extends v.GenericSchema>(file: string, schema: S, report: Report) => {
  if (!existsSync(file)) return undefined;
  const parsed = readYamlFile(file, schema);
  if (!parsed.ok) parsed.failure.forEach(report);
  return parsed.ok ? parsed.value.value : undefined;
};

type ExamOwner = { providerFolder: string; documentation: readonly string[] | undefined };

/**
 * Reads one exam. When its exam.yaml is invalid, the result is undefined, but its questions are
 * checked all the same, except for their domains, to report everything in one run.
 */
export const readExam = (
  folder: string,
  { providerFolder, documentation }: ExamOwner,
  wantedPlace: string | undefined,
  report: Report,
): ExamSource | undefined => {
  const place = `${providerFolder}/${folder.slice(folder.lastIndexOf('/') + 1)}`;
  const isWanted = [undefined, providerFolder, place].includes(wantedPlace);
  const exam = readExamFile(folder);
  if (!exam.ok && isWanted) exam.failure.forEach(report);

  const questionFolder = `${folder}/questions`;
  const domainIds = exam.ok ? new Set(exam.value.value.domains.map(({ id }) => id)) : undefined;
  const questions =
    isWanted && existsSync(questionFolder)
      ? readQuestions(questionFolder, { domainIds, documentation }, report)
      : [];
  const beside = isWanted && {
    coverage: readBeside(`${folder}/coverage.yaml`, coverageSchema, report),
    reviews: readBeside(`${folder}/reviews.yaml`, reviewsSchema, report),
  };
  if (!exam.ok) return undefined;
  const { value, lineOf } = exam.value;
  const file = `${folder}/exam.yaml`;
  return { ...value, place, file, lineOf, questionFolder, isWanted, questions, ...beside };
};
