import { parseArgs } from 'node:util';
import { failed, type Result, success } from '#contract/result.ts';
import type { Command, CommandInput, ExitCode, Surroundings } from './command.ts';

const commonFlags = { bank: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

const parse = (words: string[], flags: Command['flags']): Result<CommandInput, string> => {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { ...flags, ...commonFlags },
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
    'Exit code: 0 clean, 1 refusals or warnings, 2 wrong usage.',
  ];
};

const countWords = ({ words: [least, most] }: Command) =>
  least === most ? `${least}` : `${least} to ${most}`;

/**
 * Finds the command the words ask for and runs it. `fallback` is what no command means. Wrong
 * usage is one line to `complain` and exit code 2.
 */
export const runCommands = async (
  words: string[],
  { commands, fallback }: { commands: readonly Command[]; fallback: Command },
  surroundings: Surroundings,
): Promise<ExitCode> => {
  const refuse = (message: string): ExitCode => {
    surroundings.complain(`${message.replace(/\s*\n\s*/g, ' ')} See --help.`);
    return 2;
  };
  // Flags may stand before the command, so all commands' flags are known while it is looked for.
  const allFlags = Object.assign({}, ...commands.map((command) => command.flags));
  const first = parse(words, allFlags);
  if (!first.ok) return refuse(first.failure);
  const { help, bank } = first.value.flags;
  if (help === true) {
    for (const line of describeCommands(commands)) surroundings.print(line);
    return 0;
  }
  const name = first.value.words[0];
  const command = name === undefined ? fallback : commands.find((other) => other.name === name);
  if (!command) {
    const known = commands.map((other) => other.name).join(', ');
    return refuse(`There is no command "${name}"; there are: ${known}.`);
  }
  const input = parse(words, command.flags);
  if (!input.ok) return refuse(input.failure);
  const rest = input.value.words.slice(1);
  if (rest.length < command.words[0] || rest.length > command.words[1]) {
    return refuse(`"${command.name}" takes ${countWords(command)} words, not ${rest.length}.`);
  }
  if (bank === '') return refuse('--bank needs a folder.');
  const place = typeof bank === 'string' ? { bank: bank.replace(/(?<=.)\/+$/, '') } : {};
  const result = await command.run({ ...input.value, words: rest }, { ...surroundings, ...place });
  return typeof result === 'string' ? refuse(result) : result;
};
