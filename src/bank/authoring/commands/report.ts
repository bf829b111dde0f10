import type { BankSource } from '../../read/bank-source.ts';
import { readBank } from '../../read/read-bank.ts';
import { type CliContext, type Command, readPlace } from './command.ts';
import { printVerdict } from './lint.ts';
import { reportExam } from './report-exam.ts';

const printReport = ({ providers }: BankSource, { print }: CliContext) => {
  for (const exam of providers.flatMap((provider) => provider.exams)) {
    for (const line of reportExam(exam)) print(line);
  }
};

export const report: Command = {
  name: 'report',
  usage: '[provider[/exam]]',
  summary: 'show what each exam is made of; refused questions are left out and counted',
  words: [0, 1],
  run: async ({ words: [word] }, context) => {
    const bank = readPlace(context.bank, word);
    if (!bank.ok) return bank.failure;
    printReport(bank.value, context);
    const { length } = bank.value.diagnostics;
    if (length === 0) return 0;
    context.print(`${length} refused: "lint" tells what and why.`);
    return 1;
  },
};

/** Runs when no command is named: the reports, then everything that is wrong. */
export const checkAll: Command = {
  name: '',
  usage: '',
  summary: 'compile the whole bank, lint it and report on it',
  words: [0, 0],
  run: async (_, context) => {
    const bank = readBank(context.bank);
    printReport(bank, context);
    return printVerdict(bank, context);
  },
};
