import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import * as v from 'valibot';
import type { VendorChange } from '#contract/wire.ts';
import { sizeLimits } from '../parse/decode-text.ts';
import { dateSchema, providerSchema } from '../parse/schemas.ts';
import { readText } from '../parse/text-file.ts';
import { findTwins, type ProviderSource, type Report, valueOrReport } from './bank-source.ts';
import { listFolder } from './folder-listing.ts';
import { readExam, readExamFile, readYamlFile } from './read-exam.ts';

const form =
  'A change is one line such as "- 2026-11-21: What is called otherwise, or has ended.": write it so.';

/** Reads what a vendor changed from the list in a provider's CHANGES.md, which it may lack. */
const readChanges = (folder: string, report: Report): VendorChange[] => {
  const file = `${folder}/CHANGES.md`;
  if (!existsSync(file)) return [];
  const text = valueOrReport(readText(file, sizeLimits.yaml), file, report) ?? '';
  return text.split('\n').flatMap((line, place) => {
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
  const listing = valueOrReport(listFolder(folder), folder, report);

  // Reads every exam.yaml even when only one exam is wanted, because names must be unique.
  const files = (listing?.folders ?? []).map((name) => {
    const examFolder = `${folder}/${name}`;
    const examPlace = `${providerFolder}/${name}`;
    const isWanted = [undefined, providerFolder, examPlace].includes(place);
    const exam = readExamFile(examFolder, isWanted ? report : () => {});
    return { folder: examFolder, place: examPlace, isWanted, exam };
  });
  const named = files.flatMap(({ folder, exam }) => (exam ? [{ folder, ...exam }] : []));
  for (const { folder, value, lineOf } of findTwins(named, (exam) => exam.value.name)) {
    const message = `Another exam has the name "${value.name}": rename one.`;
    report(`${folder}/exam.yaml`, lineOf(['name']), message);
  }
  const exams = files
    .filter(({ isWanted }) => isWanted)
    .flatMap((file) => readExam(file, provider?.value.documentation, report) ?? [])
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const changes = readChanges(folder, report);
  if (!provider) return undefined;
  const { value, lineOf } = provider;
  return { id: value.id, name: value.name, file, lineOf, exams, changes };
};
