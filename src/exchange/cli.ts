import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, runCommands } from '#bank/commands/command.ts';
import { lint } from '#bank/commands/lint.ts';
import { newQuestion } from '#bank/commands/new.ts';
import { checkAll, report } from '#bank/commands/report.ts';
import { exportQuestions } from './export-command.ts';
import { importQuestions } from './import-command.ts';

/** All commands, in the order of `--help`. */
export const commandTable: readonly Command[] = [
  lint,
  report,
  newQuestion,
  importQuestions,
  exportQuestions,
];

const ownFolder = relative(process.cwd(), fileURLToPath(new URL('../questions', import.meta.url)));

// `npm run bank | head` closes the pipe early, which is not an error.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.exitCode = await runCommands(
  process.argv.slice(2),
  { commands: commandTable, fallback: checkAll },
  {
    bank: ownFolder || '.',
    today: new Date().toISOString().slice(0, 10),
    print: (line) => process.stdout.write(`${line}\n`),
    stderr: (line) => process.stderr.write(`${line}\n`),
  },
);
