import type { Problem } from '../compiled-bank.ts';
import { providerSchema } from '../parse/provider-file.ts';
import { readText, sizeLimits } from '../parse/text-file.ts';
import { parseYamlText } from '../parse/yaml-text.ts';
import { problem } from '../problem.ts';
import { refuseExamNames } from '../refuse/name-refusals.ts';
import { findDocumentation } from '../refuse/vendor-documentation.ts';
import type { ExamSource, ProviderSource, Reading } from './bank-source.ts';
import { listFolder } from './folder-listing.ts';
import { readExamFile } from './read-exam.ts';
import { readQuestions } from './read-questions.ts';

const byName = (left: { name: string }, right: { name: string }) =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;

/** Reads a provider's folder; problems go to `problems`, sound parts into the answer. */
export const readProvider = <Kept>(
  folder: string,
  { keep, place }: Reading<Kept>,
  problems: Problem[],
): ProviderSource<Kept> | undefined => {
  const file = `${folder}/provider.yaml`;
  const text = readText(file, sizeLimits.yaml);
  const parsed = text.ok && parseYamlText(text.value, providerSchema);
  if (!text.ok) problems.push(problem(file, 1, text.failure));
  else if (parsed && !parsed.ok) {
    for (const { line, message } of parsed.failure) problems.push(problem(file, line, message));
  }
  if (!parsed || !parsed.ok) return undefined;
  const { id: providerId, name, documentation } = parsed.value.value;
  const folderName = folder.slice(folder.lastIndexOf('/') + 1);
  const listing = listFolder(folder);
  const exams: ExamSource<Kept>[] = [];

  // Every exam.yaml is read even when one exam is asked for: names must be unlike across them.
  for (const examFolder of listing.ok ? listing.value.folders : []) {
    const path = `${folder}/${examFolder}`;
    const exam = readExamFile(path);
    const examPlace = `${folderName}/${examFolder}`;
    const wanted = place === undefined || place === folderName || place === examPlace;
    if (!exam.ok) {
      if (wanted) problems.push(...exam.failure);
      continue;
    }
    const { value, lineOf } = exam.value;
    const questions: Kept[] = [];
    exams.push({
      ...value,
      providerId,
      place: examPlace,
      file: `${path}/exam.yaml`,
      lineOf,
      questions,
    });
    if (!wanted) continue;
    const rules = {
      domainIds: new Set(value.domains.map(({ id }) => id)),
      documentation: findDocumentation(providerId, documentation),
    };
    const owner = { id: value.id, providerId, folder: `${path}/questions` };
    problems.push(
      ...readQuestions(owner.folder, rules, (question) => questions.push(keep(question, owner))),
    );
  }
  problems.push(...refuseExamNames(exams));
  const read = exams.filter(
    (exam) => place === undefined || place === folderName || place === exam.place,
  );
  return { id: providerId, name, exams: read.sort(byName) };
};
