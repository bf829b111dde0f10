import type { Command } from './command.ts';
import { exportQuestions } from './export.ts';
import { importQuestions } from './import.ts';
import { lint } from './lint.ts';
import { newQuestion } from './new.ts';
import { report } from './report.ts';

/** Every command by its place in `--help`; a new one is a file beside this and a line here. */
export const commandTable: readonly Command[] = [
  lint,
  report,
  newQuestion,
  importQuestions,
  exportQuestions,
];
