import type { ParseArgsConfig } from 'node:util';

/** Exit codes: 0 clean, 1 refusals or warnings, 2 bad usage. */
export type ExitCode = 0 | 1 | 2;

/** The world as a command sees it. */
export type Surroundings = {
  /** The bank's folder, as problems name it. */
  bank: string;
  /** Such as 2026-11-21. */
  today: string;
  print: (line: string) => void;
  complain: (line: string) => void;
};

export type CommandInput = {
  words: string[];
  flags: Record<string, string | boolean | (string | boolean)[] | undefined>;
};

/** One command a file; `command-table.ts` lists them. Bad usage is answered as a text. */
export type Command = {
  name: string;
  /** What follows the name, as `--help` shows it. */
  usage: string;
  summary: string;
  flags?: ParseArgsConfig['options'];
  /** The least and most words it takes after its name. */
  words: [least: number, most: number];
  run: (input: CommandInput, surroundings: Surroundings) => Promise<ExitCode | string>;
};
