import { existsSync } from 'node:fs';
import type { Diagnostic } from '../diagnostic.ts';
import { type BankSource, findTwins, type Report } from './bank-source.ts';
import { foldersIn } from './folder-listing.ts';
import { readProvider } from './read-provider.ts';

/** The folders of a bank that are providers: those with a provider.yaml. */
export const listProviderFolders = (folder: string): string[] =>
  foldersIn(folder).filter((name) => existsSync(`${folder}/${name}/provider.yaml`));

const noBank = 'There is no bank here: it has a folder with a provider.yaml for each provider.';
const noProvider = 'There are exams here but no provider.yaml: add it with an id and a name.';

/**
 * Reads a bank and collects everything that is wrong with it. `place` limits it to `provider` or
 * `provider/exam`, by folder names. Reading synchronously takes a third of the time for many small
 * files.
 */
export const readBank = (folder: string, place?: string): BankSource => {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (file, line, message) => void diagnostics.push({ file, line, message });
  const names = listProviderFolders(folder);
  // Folders with exams but without a provider.yaml would be ignored.
  for (const name of foldersIn(folder).filter((other) => !names.includes(other))) {
    const other = `${folder}/${name}`;
    const hasExams = foldersIn(other).some((exam) => existsSync(`${other}/${exam}/exam.yaml`));
    if (hasExams) report(other, 1, noProvider);
  }
  if (names.length + diagnostics.length === 0) report(folder, 1, noBank);
  const wanted = place?.split('/')[0];
  const providers = names
    .filter((name) => wanted === undefined || wanted === name)
    .flatMap((name) => readProvider(`${folder}/${name}`, place, report) ?? []);
  for (const { id, file, lineOf } of findTwins(providers, (provider) => provider.id)) {
    report(file, lineOf(['id']), `Another provider has the id "${id}": rename one.`);
  }
  return { providers, diagnostics };
};
