import { existsSync } from 'node:fs';
import { type Diagnostic, diagnose } from '../diagnostic.ts';
import { type BankSource, findTwins } from './bank-source.ts';
import { listFolder } from './folder-listing.ts';
import { readProvider } from './read-provider.ts';

const foldersOf = (folder: string) => {
  const listing = listFolder(folder);
  return listing.ok ? listing.value.folders : [];
};

/** The folders of a bank that are providers: those with a provider.yaml. */
export const listProviderFolders = (folder: string): string[] =>
  foldersOf(folder).filter((name) => existsSync(`${folder}/${name}/provider.yaml`));

const noBank = 'No bank is here: it has a folder for each provider with a provider.yaml in it.';
const noProvider = 'Exams are here but no provider.yaml: add it with an id and a name.';

/** Finds folders with exams that have no provider.yaml and would be ignored. */
const findForgotten = (folder: string): Diagnostic[] =>
  foldersOf(folder)
    .filter((name) => !existsSync(`${folder}/${name}/provider.yaml`))
    .filter((name) =>
      foldersOf(`${folder}/${name}`).some((exam) =>
        existsSync(`${folder}/${name}/${exam}/exam.yaml`),
      ),
    )
    .map((name) => diagnose(`${folder}/${name}`, 1, noProvider));

/**
 * Reads a bank and collects everything that is wrong with it. `place` limits it to `provider` or
 * `provider/exam`, by folder names. Reading synchronously takes a third of the time for many small
 * files.
 */
export const readBank = (folder: string, place?: string): BankSource => {
  const names = listProviderFolders(folder);
  const diagnostics = findForgotten(folder);
  if (names.length + diagnostics.length === 0) diagnostics.push(diagnose(folder, 1, noBank));
  const report = (found: Diagnostic) => void diagnostics.push(found);
  const wanted = place?.split('/')[0];
  const providers = names
    .filter((name) => wanted === undefined || wanted === name)
    .flatMap((name) => readProvider(`${folder}/${name}`, place, report) ?? []);
  for (const { id, file, lineOf } of findTwins(providers, (provider) => provider.id)) {
    report(diagnose(file, lineOf(['id']), `Another provider has the id "${id}": rename one.`));
  }
  return { providers, diagnostics };
};
