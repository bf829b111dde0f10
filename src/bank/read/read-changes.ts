import { existsSync } from 'node:fs';
import * as v from 'valibot';
import type { Change } from '#contract/wire.ts';
import { diagnose } from '../diagnostic.ts';
import { sizeLimits } from '../parse/decode-text.ts';
import { dateSchema } from '../parse/schemas.ts';
import { readText } from '../parse/text-file.ts';
import type { Report } from './bank-source.ts';

const form =
  'A change is one line such as "- 2026-11-21: What is called otherwise, or has ended.": write it so.';

/** Reads what a vendor changed from the list in a provider's CHANGES.md, which it may lack. */
export const readChanges = (folder: string, report: Report): Change[] => {
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
