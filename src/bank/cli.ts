import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportQuestions } from '#exchange/cli/export-command.ts';
import { importQuestions } from '#exchange/cli/import-command.ts';
import { blind } from './authoring/commands/blind.ts';
import { runCommands } from './authoring/commands/command.ts';
import { lint } from './authoring/commands/lint.ts';
import { newQuestion } from './authoring/commands/new.ts';
import { checkAll, report } from './authoring/commands/report.ts';

const ownFolder = relative(process.cwd(), fileURLToPath(new URL('../questions', import.meta.url)));

// `npm run bank | head` closes the pipe early, which is not an error.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.exitCode = await runCommands(
  process.argv.slice(2),
  {
    commands: [lint, report, newQuestion, blind, importQuestions, exportQuestions],
    fallback: checkAll,
  },
  {
    bank: ownFolder || '.',
    today: new Date().toISOString().slice(0, 10),
    print: (line) => process.stdout.write(`${line}\n`),
    stderr: (line) => process.stderr.write(`${line}\n`),
  },
);
