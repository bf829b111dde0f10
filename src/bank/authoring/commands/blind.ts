import { writeFileSync } from 'node:fs';
import { fingerprint, fingerprintKey } from '../../blind-checks.ts';
import { sizeLimits } from '../../parse/decode-text.ts';
import { isSingle, type QuestionSource } from '../../parse/question-source.ts';
import type { BlindCheck } from '../../parse/schemas.ts';
import { readText } from '../../parse/text-file.ts';
import type { ExamSource } from '../../read/bank-source.ts';
import { drawSheet, keyOf, printSheet, readAnswers, type SheetItem } from './blind-sheet.ts';
import { type CliContext, type Command, findExam, readPlace } from './command.ts';

type Filter = (exam: ExamSource, isOptionsOnly: boolean) => QuestionSource[];

/** The questions that --only names. Guessing from the options is counted for single answers only. */
const filters = new Map<string, Filter>([
  ['held-out', ({ questions }) => questions.filter(({ sitting }) => sitting)],
  [
    'unchecked',
    ({ questions, blindChecks = {} }, isOptionsOnly) =>
      questions.filter((question) => {
        const check = blindChecks[question.id];
        const isFresh = check?.of === fingerprint(question);
        if (isOptionsOnly) return isSingle(question) && !(isFresh && check.optionsAlone);
        return !(isFresh && check.withStem);
      }),
  ],
]);

const quote = (text: string) => (/^[a-z][\w-]*$/i.test(text) ? text : JSON.stringify(text));

/** The text of blind-checks.yaml, a line for each question. */
const printChecks = (blindChecks: Readonly<Record<string, BlindCheck>>): string => {
  const lines = Object.entries(blindChecks)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([id, { of, key, ...rest }]) => {
      const prints = { of: quote(of), key: key && quote(key) };
      const pairs = Object.entries({ ...prints, ...rest }).filter(([, value]) => value);
      return `${quote(id)}: { ${pairs.map(([key, value]) => `${key}: ${value}`).join(', ')} }\n`;
    });
  return lines.join('');
};

/** Grades answers and records the result. A check of the other kind stays unless it is stale. */
const grade = (
  exam: ExamSource,
  answers: ReadonlyMap<SheetItem, string>,
  isOptionsOnly: boolean,
  { today: date, print }: CliContext,
) => {
  const ids = new Set(exam.questions.map(({ id }) => id));
  const blindChecks: Record<string, BlindCheck> = Object.fromEntries(
    Object.entries(exam.blindChecks ?? {}).filter(([id]) => ids.has(id)),
  );
  let count = 0;
  for (const [item, said] of answers) {
    const { id } = item.question;
    const of = fingerprint(item.question);
    const isRight = said === keyOf(item);
    count += Number(isRight);
    if (isRight === isOptionsOnly) print(`${id}: said ${said}, the key is ${keyOf(item)}`);
    const { withStem, optionsAlone } = blindChecks[id]?.of === of ? blindChecks[id] : {};
    // What the id asked at first stays recorded, else a second check would hide that it changed.
    const key = blindChecks[id]?.key ?? fingerprintKey(item.question);
    blindChecks[id] = isOptionsOnly
      ? { of, key, date, withStem, optionsAlone: isRight ? 'right' : 'wrong' }
      : { of, key, date, withStem: isRight ? 'agrees' : 'differs', optionsAlone };
  }
  const file = exam.file.replace(/exam\.yaml$/, 'blind-checks.yaml');
  writeFileSync(file, printChecks(blindChecks));
  print(`${count} of ${answers.size} answers are the key; ${file} is written.`);
};

export const blind: Command = {
  name: 'blind',
  usage: 'provider/exam',
  summary: `print a numbered sheet without keys, or grade answers to it and keep the result
      --options-only   without stems, for a reader who should not be able to tell
      --only held-out  from the held-out form
      --only unchecked without a check of this kind since they were changed
      --sample N       N of the questions
      --seed TEXT      another order and sample (else 1)
      --answers FILE   grade lines such as "12 B" or "12 B,D" to the sheet of the same other flags`,
  flags: {
    'options-only': { type: 'boolean' },
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    answers: { type: 'string' },
  },
  words: [1, 1],
  run: async ({ words: [word = ''], flags }, context) => {
    const { only, sample = '99999', seed = '1', answers } = flags;
    const every: Filter = ({ questions }) => questions;
    const filter = only === undefined ? every : filters.get(String(only));
    if (!filter) return '--only takes "held-out" or "unchecked".';
    if (!/^[1-9]\d{0,4}$/.test(String(sample))) return '--sample takes a whole number over 0.';
    const found = findExam(context.bank, word);
    const bank = found.ok ? readPlace(context.bank, found.value.place) : found;
    if (!bank.ok) return bank.failure;
    const [exam] = bank.value.providers.flatMap((provider) => provider.exams);
    if (!exam || bank.value.diagnostics.length > 0)
      return `"lint" refuses parts of ${word}: fix them first.`;
    const isOptionsOnly = flags['options-only'] === true;
    const choice = { sample: Number(sample), seed: String(seed), isOptionsOnly };
    const sheet = drawSheet(filter(exam, isOptionsOnly), choice);
    if (answers === undefined) {
      for (const line of [`${exam.name}, seed ${seed}`, ...printSheet(sheet)]) context.print(line);
      return 0;
    }
    const text = readText(String(answers), sizeLimits.yaml);
    const given = text.ok ? readAnswers(text.value, sheet) : text;
    if (!given.ok) return given.failure;
    grade(exam, given.value, isOptionsOnly, context);
    return 0;
  },
};
