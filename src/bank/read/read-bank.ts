import { existsSync } from 'node:fs';
import type { Problem } from '../compiled-bank.ts';
import { problem } from '../problem.ts';
import type { BankSource, ProviderSource, Reading } from './bank-source.ts';
import { listFolder } from './folder-listing.ts';
import { readProvider } from './read-provider.ts';

/** The folders of a bank that are providers: those with a provider.yaml. */
export const listProviderFolders = (folder: string): string[] => {
  const listing = listFolder(folder);
  return listing.ok
    ? listing.value.folders.filter((name) => existsSync(`${folder}/${name}/provider.yaml`))
    : [];
};

/** Reads a bank file by file and gathers every problem; reading is synchronous because that is quickest. */
export const readBank = <Kept>(folder: string, reading: Reading<Kept>): BankSource<Kept> => {
  const problems: Problem[] = [];
  const providers: ProviderSource<Kept>[] = [];
  const names = listProviderFolders(folder);
  if (names.length === 0) {
    const message =
      'No bank is here: it has a folder for each provider with a provider.yaml in it.';
    problems.push(problem(folder, 1, message));
  }
  for (const name of names) {
    if (reading.place !== undefined && reading.place.split('/')[0] !== name) continue;
    const provider = readProvider(`${folder}/${name}`, reading, problems);
    if (!provider) continue;
    if (providers.some((other) => other.id === provider.id)) {
      const message = `Another provider has the id "${provider.id}": rename one.`;
      problems.push(problem(`${folder}/${name}/provider.yaml`, 1, message));
    }
    providers.push(provider);
  }
  return { providers, problems };
};

/** Reads a bank, or one place of it, and keeps the questions as they stand in their files. */
export const readWhole = (folder: string, place?: string): BankSource =>
  readBank(folder, { keep: (question) => question, place });
