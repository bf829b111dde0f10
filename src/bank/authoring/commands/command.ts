import { basename, dirname, join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { failed, type Result, success } from '#contract/result.ts';
import type { ExamFile } from '../../parse/schemas.ts';
import type { BankSource } from '../../read/bank-source.ts';
import { foldersIn } from '../../read/folder-listing.ts';
import { listProviderFolders, readBank } from '../../read/read-bank.ts';
import { readExamFile } from '../../read/read-exam.ts';

/** Exit codes: 0 clean, 1 errors or warnings, 2 bad usage. */
export type ExitCode = 0 | 1 | 2;

/** What a command may use of the world around it. */
export type CliContext = {
  /** The bank's folder, as diagnostics show it. */
  bank: string;
  /** Such as 2026-11-21. */
  today: string;
  print: (line: string) => void;
  stderr: (line: string) => void;
};

type CommandInput = {
  words: string[];
  flags: Record<string, string | boolean | (string | boolean)[] | undefined>;
};

/**
 * A command. To add one: write it in a file of its own here (what only imports and exports need is
 * in `exchange`), list it in `cli.ts`, which is all that `--help` and the parser go by, name it in
 * the README, and add its cases to bank-commands.test.ts. `run` prints through its context, and
 * returns a text for wrong usage, which becomes one line and exit code 2.
 */
export type Command = {
  name: string;
  /** What follows the name, as `--help` shows it. */
  usage: string;
  summary: string;
  flags?: ParseArgsConfig['options'];
  /** The least and most words it takes after its name. */
  words: [least: number, most: number];
  run: (input: CommandInput, context: CliContext) => Promise<ExitCode | string>;
};

const listPlaces = (bank: string): string[] =>
  listProviderFolders(bank).flatMap((provider) =>
    foldersIn(`${bank}/${provider}`).map((exam) => `${provider}/${exam}`),
  );

/** Accepts `provider/exam` by folder names, and `provider` alone when `alsoProviders`. */
const findPlace = (bank: string, word: string, alsoProviders: boolean): Result<string, string> => {
  const places = listPlaces(bank);
  const place = word.replace(/\/$/, '');
  if (places.includes(place)) return success(place);
  if (alsoProviders && listProviderFolders(bank).includes(place)) return success(place);
  return failed(
    `There is no exam "${word}" in ${bank}; there are: ${places.join(', ') || 'none'}.`,
  );
};

export type FoundExam = { place: string; questions: string; exam: ExamFile };

/** Finds one exam and reads its exam.yaml; `questions` is the folder of its questions. */
export const findExam = (bank: string, word: string): Result<FoundExam, string> => {
  const place = findPlace(bank, word, false);
  if (!place.ok) return place;
  const exam = readExamFile(`${bank}/${place.value}`, () => {});
  if (!exam) return failed(`The exam is refused: run "lint ${place.value}" and correct it first.`);
  const questions = `${bank}/${place.value}/questions`;
  return success({ place: place.value, questions, exam: exam.value });
};

/** Reads one provider or exam, or the whole bank where none is named. */
export const readPlace = (bank: string, word: string | undefined): Result<BankSource, string> => {
  if (word === undefined) return success(readBank(bank));
  const place = findPlace(bank, word, true);
  return place.ok ? success(readBank(bank, place.value)) : place;
};

const commonFlags = { bank: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

/** Accepts the flags of all commands, because they may precede the command. */
const parse = (words: string[], commands: readonly Command[]): Result<CommandInput, string> => {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: Object.assign({}, commonFlags, ...commands.map((command) => command.flags)),
      allowPositionals: true,
    });
    return success({ words: positionals, flags: values });
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
};

const describeCommands = (commands: readonly Command[]): string[] => {
  const lines = commands.map(({ name, usage, summary }) => ({
    left: `${name} ${usage}`.trim(),
    summary,
  }));
  const width = Math.max(...lines.map(({ left }) => left.length), '(no command)'.length);
  return [
    'Usage: npm run bank -- [command] [--bank DIR]',
    '',
    `  ${'(no command)'.padEnd(width)}  compile the whole bank, lint it and report on it`,
    ...lines.map(({ left, summary }) => `  ${left.padEnd(width)}  ${summary}`),
    '',
    '  --bank DIR  the bank in another folder (else src/questions)',
    '  --help      this text',
    '',
    'Exit code: 0 clean, 1 errors or warnings, 2 wrong usage.',
  ];
};

const countWords = ({ words: [least, most] }: Command) =>
  least === most ? `${least}` : `${least} to ${most}`;

/**
 * Finds the command that the words name and runs it, or `fallback` where they name none. Wrong
 * usage prints one line to `stderr` and gives exit code 2.
 */
export const runCommands = async (
  words: string[],
  { commands, fallback }: { commands: readonly Command[]; fallback: Command },
  context: CliContext,
): Promise<ExitCode> => {
  const rejectUsage = (message: string): ExitCode => {
    context.stderr(`${message.replaceAll('\n', ' ')} See --help.`);
    return 2;
  };
  const input = parse(words, commands);
  if (!input.ok) return rejectUsage(input.failure);
  const { help, bank } = input.value.flags;
  if (help === true) {
    for (const line of describeCommands(commands)) context.print(line);
    return 0;
  }
  const name = input.value.words[0];
  const command = name === undefined ? fallback : commands.find((other) => other.name === name);
  if (!command) {
    const known = commands.map((other) => other.name).join(', ');
    return rejectUsage(`There is no command "${name}"; there are: ${known}.`);
  }
  const known = { ...commonFlags, ...command.flags };
  const stray = Object.keys(input.value.flags).find((flag) => !Object.hasOwn(known, flag));
  if (stray !== undefined) return rejectUsage(`Unknown option '--${stray}'.`);
  const rest = input.value.words.slice(1);
  if (rest.length < command.words[0] || rest.length > command.words[1]) {
    return rejectUsage(`"${command.name}" takes ${countWords(command)} words, not ${rest.length}.`);
  }
  if (bank === '') return rejectUsage('--bank needs a folder.');
  const place = typeof bank === 'string' ? { bank: join(dirname(bank), basename(bank)) } : {};
  const result = await command.run({ ...input.value, words: rest }, { ...context, ...place });
  return typeof result === 'string' ? rejectUsage(result) : result;
};
