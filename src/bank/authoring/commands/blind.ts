import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { fingerprint, fingerprintKey, freshCheckOf } from '../../blind-checks.ts';
import { sizeLimits } from '../../parse/decode-text.ts';
import { printScalar } from '../../parse/question-print.ts';
import { isSingle, type QuestionSource } from '../../parse/question-source.ts';
import type { BlindCheck, OptionsAlone } from '../../parse/schemas.ts';
import { readText } from '../../parse/text-file.ts';
import type { ExamSource } from '../../read/bank-source.ts';
import { drawSheet, keyOf, printSheet, readAnswers, type SheetItem } from './blind-sheet.ts';
import { type CliContext, type Command, findExam, readPlace } from './command.ts';

/** Which questions --only names; all, without it. */
const filters = new Map<unknown, (question: QuestionSource, exam: ExamSource) => boolean>([
  [undefined, () => true],
  ['held-out', ({ sitting }) => sitting !== undefined],
  ['unchecked', (question, exam) => !freshCheckOf(question, exam)?.withStem],
]);

/** The text of blind-checks.yaml, a line for each question. */
const printChecks = (blindChecks: Readonly<Record<string, BlindCheck>>): string => {
  const lines = Object.entries(blindChecks)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([id, { of, key, ...rest }]) => {
      const prints = { of: printScalar(of), key: key && printScalar(key) };
      const pairs = Object.entries({ ...prints, ...rest }).filter(([, value]) => value);
      return `${printScalar(id)}: { ${pairs.map(([key, value]) => `${key}: ${value}`).join(', ')} }\n`;
    });
  return lines.join('');
};

type Answers = ReadonlyMap<SheetItem, string>;

/** Records whether a reader of the stems arrived at the key. */
const recordChecks = (
  { questions, blindChecks = {} }: ExamSource,
  answers: Answers,
  date: string,
) => {
  const ids = new Set(questions.map(({ id }) => id));
  const checks = Object.fromEntries(Object.entries(blindChecks).filter(([id]) => ids.has(id)));
  for (const [item, said] of answers) {
    const { id } = item.question;
    // What the id asked at first stays recorded, else a second check would hide that it changed.
    const key = checks[id]?.key ?? fingerprintKey(item.question);
    const withStem = said === keyOf(item) ? 'agrees' : 'differs';
    checks[id] = { of: fingerprint(item.question), key, date, withStem };
  }
  return printChecks(checks);
};

/** Records how many keys a reader of the options alone found; what an earlier one found is replaced. */
const recordGuesses = (
  answers: Answers,
  sample: Pick<OptionsAlone, 'date' | 'seed' | 'reader'>,
) => {
  const right = [...answers].filter(([item, said]) => said === keyOf(item));
  const guessed = right.map(([item]) => item.question.id).sort();
  return stringify({ ...sample, asked: answers.size, guessed });
};

const grade = (
  exam: ExamSource,
  answers: Answers,
  sample: { seed: string; reader: string } | undefined,
  { today: date, print }: CliContext,
) => {
  const told = [...answers].filter(([item, said]) => (said === keyOf(item)) === Boolean(sample));
  for (const [item, said] of told)
    print(`${item.question.id}: said ${said}, the key is ${keyOf(item)}`);
  const count = sample ? told.length : answers.size - told.length;
  const name = sample ? 'options-alone.yaml' : 'blind-checks.yaml';
  const file = exam.file.replace(/exam\.yaml$/, name);
  const text = sample
    ? recordGuesses(answers, { date, ...sample })
    : recordChecks(exam, answers, date);
  writeFileSync(file, text);
  print(`${count} of ${answers.size} answers are the key; ${file} is written.`);
};

export const blind: Command = {
  name: 'blind',
  usage: 'provider/exam',
  summary: `print a numbered sheet without keys, or grade answers to it and keep the result
      --options-only   those with one answer, without stems, for a reader who should not be able to tell
      --reader TEXT    who that was, kept with the result
      --only held-out  from the held-out form
      --only unchecked without a check since they were changed
      --sample N       N of the questions
      --seed TEXT      another order and sample (else 1)
      --answers FILE   grade lines such as "12 B" or "12 B,D" to the sheet of the same other flags`,
  flags: {
    'options-only': { type: 'boolean' },
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    answers: { type: 'string' },
    reader: { type: 'string' },
  },
  words: [1, 1],
  run: async ({ words: [word = ''], flags }, context) => {
    const { only, sample = '99999', seed = '1', answers } = flags;
    const reader = String(flags.reader ?? 'not named');
    const isNamed = filters.get(only);
    if (!isNamed) return '--only takes "held-out" or "unchecked".';
    if (!/^[1-9]\d{0,4}$/.test(String(sample))) return '--sample takes a whole number over 0.';
    const found = findExam(context.bank, word);
    const bank = found.ok ? readPlace(context.bank, found.value.place) : found;
    if (!bank.ok) return bank.failure;
    const [exam] = bank.value.providers.flatMap((provider) => provider.exams);
    if (!exam || bank.value.diagnostics.length > 0)
      return `"lint" refuses parts of ${word}: fix them first.`;
    const isOptionsOnly = flags['options-only'] === true;
    const choice = { sample: Number(sample), seed: String(seed), isOptionsOnly };
    const drawn = exam.questions.filter(
      (question) => isNamed(question, exam) && (!isOptionsOnly || isSingle(question)),
    );
    const sheet = drawSheet(drawn, choice);
    if (answers === undefined) {
      for (const line of [`${exam.name}, seed ${seed}`, ...printSheet(sheet, exam.cases ?? [])])
        context.print(line);
      return 0;
    }
    const text = readText(String(answers), sizeLimits.yaml);
    const given = text.ok ? readAnswers(text.value, sheet) : text;
    if (!given.ok) return given.failure;
    grade(exam, given.value, isOptionsOnly ? { seed: String(seed), reader } : undefined, context);
    return 0;
  },
};
