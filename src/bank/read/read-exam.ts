import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type * as v from 'valibot';
import { sizeLimits } from '../parse/decode-text.ts';
import {
  blindChecksSchema,
  coverageSchema,
  examSchema,
  namesSchema,
  optionsAloneSchema,
} from '../parse/schemas.ts';
import { readText } from '../parse/text-file.ts';
import { parseYamlText, type YamlText } from '../parse/yaml-text.ts';
import { type ExamSource, findTwins, type Report, valueOrReport } from './bank-source.ts';
import { readCases } from './read-cases.ts';
import { readLookAlikes } from './read-look-alikes.ts';
import { checkNamed } from './read-named.ts';
import { readQuestions } from './read-questions.ts';

/** Reads a YAML file to the schema's shape, or reports everything that is wrong with it. */
export const readYamlFile = <S extends v.GenericSchema>(
  file: string,
  schema: S,
  report: Report,
): YamlText<v.InferOutput<S>> | undefined => {
  const text = valueOrReport(readText(file, sizeLimits.yaml), file, report);
  if (text === undefined) return undefined;
  const parsed = parseYamlText(text, schema);
  if (parsed.ok) return parsed.value;
  for (const { line, message } of parsed.failure) report(file, line, message);
  return undefined;
};

/** Reads an exam's exam.yaml. Its id must be the name of `folder`. */
export const readExamFile = (folder: string, report: Report) => {
  const file = `${folder}/exam.yaml`;
  const exam = readYamlFile(file, examSchema, report);
  if (!exam) return undefined;
  const { value, lineOf } = exam;
  const twins = findTwins(value.domains, (domain) => domain.id);
  for (const domain of twins) {
    const line = lineOf(['domains', value.domains.indexOf(domain), 'id']);
    report(file, line, `There are two domains "${domain.id}": rename one.`);
  }
  const name = basename(folder);
  if (value.id === name) return twins.length === 0 ? exam : undefined;
  const message = `The id "${value.id}" is unlike its folder "${name}": make them the same.`;
  report(file, lineOf(['id']), message);
  return undefined;
};

/** Reads a file beside exam.yaml that an exam may lack. */
const readBeside = <S extends v.GenericSchema>(file: string, schema: S, report: Report) =>
  existsSync(file) ? readYamlFile(file, schema, report)?.value : undefined;

type ExamFolder = { folder: string; place: string; exam: ReturnType<typeof readExamFile> };

/**
 * Reads what is in an exam's folder. When its exam.yaml is invalid, the result is undefined, but its
 * questions are checked all the same, except for their domains, to report everything in one run.
 */
export const readExam = (
  { folder, place, exam }: ExamFolder,
  documentation: readonly string[] | undefined,
  report: Report,
): ExamSource | undefined => {
  const questionFolder = `${folder}/questions`;
  const domainIds = exam && new Set(exam.value.domains.map(({ id }) => id));
  const questions = existsSync(questionFolder)
    ? readQuestions(questionFolder, { domainIds, documentation }, report)
    : [];
  const cases = readCases(`${folder}/cases`, report);
  const lookAlikes = readLookAlikes(`${folder}/look-alikes`, documentation, report);
  checkNamed(cases, questions, 'case', report);
  checkNamed(lookAlikes, questions, 'lookAlike', report);
  const beside = {
    coverage: readBeside(`${folder}/coverage.yaml`, coverageSchema, report),
    names: readBeside(`${folder}/names.yaml`, namesSchema, report),
    blindChecks: readBeside(`${folder}/blind-checks.yaml`, blindChecksSchema, report),
    optionsAlone: readBeside(`${folder}/options-alone.yaml`, optionsAloneSchema, report),
  };
  if (!exam) return undefined;
  const { value, lineOf } = exam;
  const file = `${folder}/exam.yaml`;
  const named = { questions, cases, lookAlikes };
  return { ...value, place, file, lineOf, questionFolder, ...named, ...beside };
};
