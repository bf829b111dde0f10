import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandTable } from './commands/command-table.ts';
import { checkAll } from './commands/report.ts';
import { runCommands } from './commands/run-commands.ts';

const ownFolder = relative(process.cwd(), fileURLToPath(new URL('../questions', import.meta.url)));

// `npm run bank | head` closes the pipe early, which is no fault.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.exitCode = await runCommands(
  process.argv.slice(2),
  { commands: commandTable, fallback: checkAll },
  {
    bank: ownFolder || '.',
    today: new Date().toISOString().slice(0, 10),
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  },
);
