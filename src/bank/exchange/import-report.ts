import type { ImportPlan, Missing } from './import-plan.ts';
import type { Place } from './item.ts';

// What a source says must not steer the terminal it is shown on.
const steering = /\p{Cc}|\p{Cf}/gu;
export const showSafely = (text: string): string => text.replace(steering, '·');

const describePlace = (file: string, place: Place) =>
  'line' in place ? `${file}:${place.line}` : `${file}: item ${place.number}`;

const wishes: Record<Missing, string> = {
  explanation: 'an explanation',
  why: 'the why of options',
  reference: 'a reference',
  reviewed: 'the day of review',
  domain: 'a domain',
  'alternative text': "pictures' alternative texts",
  count: 'the number of right options in the stem',
};

const titled = (title: string) => (title === '' ? '' : ` "${title}"`);

/** Everything a person should know of an import, in lines; `done` says "imported" or the like. */
export const reportImport = (file: string, plan: ImportPlan, done: string): string[] => {
  const { questions, leftBehind, notes, missing } = plan;
  const duplicates = leftBehind.filter((left) => left.isDuplicate).length;
  const all = questions.length + leftBehind.length;
  const lines = [
    ...leftBehind.map(
      ({ place, title, reason }) =>
        `${describePlace(file, place)}: left behind:${titled(title)} ${reason}`,
    ),
    ...notes.map((note) =>
      typeof note === 'string'
        ? `${file}: note: ${note}`
        : `${describePlace(file, note.place)}: note:${titled(note.title)} ${note.note}`,
    ),
    `${file}: ${all} in, ${questions.length} ${done}, ${leftBehind.length} left behind` +
      `${duplicates > 0 ? ` (${duplicates} known already)` : ''}.`,
  ];
  const asked = [...missing].map(([what, count]) => `${wishes[what]} (${count})`);
  if (asked.length > 0) lines.push(`The linter will ask for: ${asked.join(', ')}.`);
  return lines.map(showSafely);
};
