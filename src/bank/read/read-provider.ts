import { failed } from '#contract/result.ts';
import type { Problem } from '../compiled-bank.ts';
import { providerSchema } from '../parse/provider-file.ts';
import { readText, sizeLimits } from '../parse/text-file.ts';
import { parseYamlText } from '../parse/yaml-text.ts';
import { problem } from '../problem.ts';
import { refuseExamNames } from '../refuse/name-refusals.ts';
import { findDocumentation } from '../refuse/vendor-documentation.ts';
import type { ProviderSource, Reading } from './bank-source.ts';
import { listFolder } from './folder-listing.ts';
import { readExam } from './read-exam.ts';

const byName = (left: { name: string }, right: { name: string }) =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;

const readProviderFile = (file: string, blame: (problem: Problem) => void) => {
  const text = readText(file, sizeLimits.yaml);
  const parsed = text.ok
    ? parseYamlText(text.value, providerSchema)
    : failed([{ line: 1, message: text.failure }]);
  if (parsed.ok) return parsed.value;
  for (const { line, message } of parsed.failure) blame(problem(file, line, message));
  return undefined;
};

/** Reads a provider's folder; problems go to `blame`, sound parts into the answer. */
export const readProvider = <Kept>(
  folder: string,
  reading: Reading<Kept>,
  blame: (problem: Problem) => void,
): ProviderSource<Kept> | undefined => {
  const file = `${folder}/provider.yaml`;
  const provider = readProviderFile(file, blame);
  const providerFolder = folder.slice(folder.lastIndexOf('/') + 1);
  const { id, name, documentation } = provider?.value ?? { id: providerFolder, name: '' };
  const owner = {
    providerId: id,
    providerFolder,
    documentation: findDocumentation(id, documentation),
  };
  const listing = listFolder(folder);
  if (!listing.ok) blame(problem(folder, 1, listing.failure));

  // Every exam.yaml is read even when one exam is asked for: names must be unlike across them.
  const exams = (listing.ok ? listing.value.folders : []).flatMap(
    (exam) => readExam(`${folder}/${exam}`, owner, reading, blame) ?? [],
  );
  refuseExamNames(exams).forEach(blame);
  const wanted = exams.filter((exam) => exam.isWanted).sort(byName);
  return provider && { id, name, file, idLine: provider.lineOf(['id']), exams: wanted };
};
