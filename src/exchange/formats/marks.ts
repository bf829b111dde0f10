import type { Metadata } from '#bank/parse/question-source.ts';

/** Reads the number of a full sitting; undefined for anything else. */
export const readForm = (text: string): 1 | 2 | undefined => {
  const form = text.trim();
  return form === '1' ? 1 : form === '2' ? 2 : undefined;
};

/** A note for questions that give some options part of the marks and another one all. */
export const partlyRight = (weights: readonly number[]): string[] => {
  const isPart = (weight: number) => weight > 0 && weight < 100;
  return weights.some((weight) => weight >= 100) && weights.some(isPart)
    ? ['an option that gives part of the marks is taken as right beside the one that gives all']
    : [];
};

const tagNames = ['domain', 'task', 'form', 'reviewed', 'shuffle'] as const;

const unescapeTag = (text: string) =>
  text.replace(/%(25|5D|5B|09)/g, (found) => decodeURIComponent(found));
const escapeTag = (text: string) => text.replace(/[%[\]\t]/g, (found) => encodeURIComponent(found));

/** Reads the tags that an export writes, such as `domain:security`, and ignores others. */
export const readTags = (tags: readonly string[]): Metadata => {
  const metadata: Metadata = {};
  for (const tag of tags) {
    const key = tagNames.find((name) => tag.startsWith(`${name}:`));
    const value = key === undefined ? '' : unescapeTag(tag.slice(key.length + 1)).trim();
    if (key === 'form') metadata.form = readForm(value);
    else if (key === 'shuffle') metadata.shuffle = value === 'false' ? false : undefined;
    else if (key && value !== '') metadata[key] = value;
  }
  return metadata;
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
