import { existsSync } from 'node:fs';
import * as v from 'valibot';
import type { Change } from '#contract/wire.ts';
import { diagnose } from '../diagnostic.ts';
import { dateSchema, providerSchema } from '../parse/schemas.ts';
import { readText, sizeLimits } from '../parse/text-file.ts';
import { findTwins, type ProviderSource, type Report } from './bank-source.ts';
import { listFolder } from './folder-listing.ts';
import { readExam, readYamlFile } from './read-exam.ts';

const byName = (left: { name: string }, right: { name: string }) =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;

const readProviderFile = (file: string, report: Report) => {
  const parsed = readYamlFile(file, providerSchema);
  if (parsed.ok) return parsed.value;
  parsed.failure.forEach(report);
  return undefined;
};

const form =
  'A change is one line such as "- 2026-11-21: What is called otherwise, or has ended.": write it so.';

/** Reads what a vendor changed from the list in a provider's CHANGES.md, which it may lack. */
const readChanges = (folder: string, report: Report): Change[] => {
  const file = `${folder}/CHANGES.md`;
  if (!existsSync(file)) return [];
  const text = readText(file, sizeLimits.yaml);
  if (!text.ok) {
    report(diagnose(file, 1, text.failure));
    return [];
  }
  return text.value.split('\n').flatMap((line, place) => {
    if (!line.startsWith('-')) return [];
    const [, date = '', what = ''] = /^- (\d{4}-\d\d-\d\d): (\S.*)$/.exec(line) ?? [];
    if (v.is(dateSchema, date)) return [{ date, text: what }];
    report(diagnose(file, place + 1, form));
    return [];
  });
};

/** Reads a provider's folder. Diagnostics go to `report`; the result holds what is valid. */
export const readProvider = (
  folder: string,
  place: string | undefined,
  report: Report,
): ProviderSource | undefined => {
  const file = `${folder}/provider.yaml`;
  const provider = readProviderFile(file, report);
  const providerFolder = folder.slice(folder.lastIndexOf('/') + 1);
  const id = provider?.value.id ?? providerFolder;
  const owner = { providerFolder, documentation: provider?.value.documentation };
  const listing = listFolder(folder);
  if (!listing.ok) report(diagnose(folder, 1, listing.failure));

  // Reads every exam.yaml even when only one exam is wanted, because names must be unique.
  const exams = (listing.ok ? listing.value.folders : []).flatMap(
    (exam) => readExam(`${folder}/${exam}`, owner, place, report) ?? [],
  );
  for (const { name, file, lineOf } of findTwins(exams, (exam) => exam.name)) {
    report(diagnose(file, lineOf(['name']), `Another exam has the name "${name}": rename one.`));
  }
  const changes = readChanges(folder, report);
  const wanted = exams.filter((exam) => exam.isWanted).sort(byName);
  if (!provider) return undefined;
  return { id, name: provider.value.name, file, lineOf: provider.lineOf, exams: wanted, changes };
};
