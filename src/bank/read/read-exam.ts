import { failed, type Result, success } from '#contract/result.ts';
import type { Problem } from '../compiled-bank.ts';
import { type ExamFile, examSchema } from '../parse/exam-file.ts';
import { readText, sizeLimits } from '../parse/text-file.ts';
import { parseYamlText, type YamlText } from '../parse/yaml-text.ts';
import { problem } from '../problem.ts';

const findTwins = (exam: ExamFile) =>
  exam.domains.flatMap(({ id }, index) =>
    exam.domains.findIndex((domain) => domain.id === id) < index ? [{ id, index }] : [],
  );

/** Reads an exam's exam.yaml; `folder` ends in the name that must be the exam's id. */
export const readExamFile = (folder: string): Result<YamlText<ExamFile>, Problem[]> => {
  const file = `${folder}/exam.yaml`;
  const text = readText(file, sizeLimits.yaml);
  if (!text.ok) return failed([problem(file, 1, text.failure)]);
  const parsed = parseYamlText(text.value, examSchema);
  if (!parsed.ok) {
    return failed(parsed.failure.map(({ line, message }) => problem(file, line, message)));
  }
  const { value, lineOf } = parsed.value;
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const problems = findTwins(value).map(({ id, index }) =>
    problem(file, lineOf(['domains', index, 'id']), `There are two domains "${id}": rename one.`),
  );
  if (value.id !== name) {
    const message = `The id "${value.id}" is unlike its folder "${name}": make them the same.`;
    problems.push(problem(file, lineOf(['id']), message));
  }
  return problems.length === 0 ? success(parsed.value) : failed(problems);
};
