import { existsSync } from 'node:fs';
import { type Diagnostic, diagnose } from '../diagnostic.ts';
import type { BankSource, ProviderSource, Reading } from './bank-source.ts';
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

const findTwins = (providers: readonly ProviderSource<unknown>[]): Diagnostic[] =>
  providers
    .filter(({ id }, index) => providers.findIndex((other) => other.id === id) < index)
    .map(({ id, file, lineOf }) =>
      diagnose(file, lineOf(['id']), `Another provider has the id "${id}": rename one.`),
    );

/**
 * Reads a bank file by file, passes each question to `keep`, and collects all diagnostics. Reading
 * synchronously takes a third of the time for many small files.
 */
export const readBank = <Kept>(folder: string, reading: Reading<Kept>): BankSource<Kept> => {
  const names = listProviderFolders(folder);
  const diagnostics = findForgotten(folder);
  if (names.length + diagnostics.length === 0) diagnostics.push(diagnose(folder, 1, noBank));
  const report = (found: Diagnostic) => void diagnostics.push(found);
  const asked = reading.place?.split('/')[0];
  const providers = names
    .filter((name) => asked === undefined || asked === name)
    .flatMap((name) => readProvider(`${folder}/${name}`, reading, report) ?? []);
  findTwins(providers).forEach(report);
  return { providers, diagnostics };
};

/** Reads a bank or one place of it, and keeps the questions as they are in their files. */
export const readWhole = (folder: string, place?: string): BankSource =>
  readBank(folder, { keep: (question) => question, place });
