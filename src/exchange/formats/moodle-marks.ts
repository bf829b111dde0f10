import type { Metadata } from '#bank/parse/question-source.ts';
import { readForm } from './records.ts';

/** A note for questions that give some options part of the marks and another one all. */
export const partlyRight = (weights: readonly number[]): string[] => {
  const isPart = (weight: number) => weight > 0 && weight < 100;
  return weights.some((weight) => weight >= 100) && weights.some(isPart)
    ? ['an option that gives part of the marks is taken as right beside the one that gives all']
    : [];
};

const kept = ['domain', 'task', 'form', 'reviewed', 'shuffle'] as const;

const unescapeTag = (text: string) =>
  text.replace(/%(25|5D|5B|09)/g, (found) => decodeURIComponent(found));
const escapeTag = (text: string) => text.replace(/[%[\]\t]/g, (found) => encodeURIComponent(found));

/** Reads the tags that an export writes, such as `domain:security`, and ignores others. */
export const readTags = (tags: readonly string[]): Metadata => {
  const matter: Metadata = {};
  for (const tag of tags) {
    const key = kept.find((name) => tag.startsWith(`${name}:`));
    const value = key === undefined ? '' : unescapeTag(tag.slice(key.length + 1)).trim();
    if (key === 'form') matter.form = readForm(value);
    else if (key === 'shuffle') matter.shuffle = value === 'false' ? false : undefined;
    else if (key && value !== '') matter[key] = value;
  }
  return matter;
};

export const printTags = ({ domain, task, form, reviewed, shuffle }: Metadata): string[] =>
  Object.entries({ domain, task, form, reviewed, shuffle: shuffle === false ? 'false' : undefined })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}:${escapeTag(String(value))}`);

/** Each option's share of the marks in Moodle: all right options together give 100. */
export const shareOut = (right: readonly boolean[]): string[] => {
  const count = right.filter(Boolean).length;
  const share = String(Number((100 / count).toFixed(5)));
  return right.map((isRight) => (isRight ? share : count > 1 ? '-100' : '0'));
};
