import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import * as v from 'valibot';
import type { VendorChange } from '#contract/wire.ts';
import { sizeLimits } from '../parse/decode-text.ts';
import { dateSchema, providerSchema } from '../parse/schemas.ts';
import { readText } from '../parse/text-file.ts';
import { findTwins, type ProviderSource, type Report } from './bank-source.ts';
import { listFolder } from './folder-listing.ts';
import { readExam, readYamlFile } from './read-exam.ts';

const byName = (left: { name: string }, right: { name: string }) =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;

const form =
  'A change is one line such as "- 2026-11-21: What is called otherwise, or has ended.": write it so.';

/** Reads what a vendor changed from the list in a provider's CHANGES.md, which it may lack. */
const readChanges = (folder: string, report: Report): VendorChange[] => {
  const file = `${folder}/CHANGES.md`;
  if (!existsSync(file)) return [];
  const text = readText(file, sizeLimits.yaml);
  if (!text.ok) {
    report(file, 1, text.failure);
    return [];
  }
  return text.value.split('\n').flatMap((line, place) => {
    if (!line.startsWith('-')) return [];
    const [, date = '', what = ''] = /^- (\d{4}-\d\d-\d\d): (\S.*)$/.exec(line) ?? [];
    if (v.is(dateSchema, date)) return [{ date, text: what }];
    report(file, place + 1, form);
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
  const provider = readYamlFile(file, providerSchema, report);
  const providerFolder = basename(folder);
  const owner = { providerFolder, documentation: provider?.value.documentation };
  const listing = listFolder(folder);
  if (!listing.ok) report(folder, 1, listing.failure);

  // Reads every exam.yaml even when only one exam is wanted, because names must be unique.
  const exams = (listing.ok ? listing.value.folders : []).flatMap(
    (exam) => readExam(`${folder}/${exam}`, owner, place, report) ?? [],
  );
  for (const { name, file, lineOf } of findTwins(exams, (exam) => exam.name)) {
    report(file, lineOf(['name']), `Another exam has the name "${name}": rename one.`);
  }
  const changes = readChanges(folder, report);
  if (!provider) return undefined;
  const { value, lineOf } = provider;
  const wanted = exams.filter((exam) => exam.isWanted).sort(byName);
  return { id: value.id, name: value.name, file, lineOf, exams: wanted, changes };
};
