import type { BankSource } from '../read/bank-source.ts';
import { readWhole } from '../read/read-bank.ts';
import { reportExam } from '../report/report-exam.ts';
import type { Command, Surroundings } from './command.ts';
import { findPlace } from './command.ts';
import { printVerdict } from './lint.ts';

const printReport = ({ providers }: BankSource, { print }: Surroundings) => {
  for (const exam of providers.flatMap((provider) => provider.exams)) {
    for (const line of reportExam(exam)) print(line);
  }
};

export const report: Command = {
  name: 'report',
  usage: '[provider[/exam]]',
  summary: 'show what each exam is made of; refused questions are left out and counted',
  words: [0, 1],
  run: async ({ words: [word] }, surroundings) => {
    const place = word === undefined ? undefined : findPlace(surroundings.bank, word, true);
    if (place && !place.ok) return place.failure;
    const bank = readWhole(surroundings.bank, place?.value);
    printReport(bank, surroundings);
    if (bank.problems.length === 0) return 0;
    surroundings.print(`${bank.problems.length} refused: "lint" tells what and why.`);
    return 1;
  },
};

/** What no command means: the reports, then everything that is wrong. */
export const checkAll: Command = {
  name: '',
  usage: '',
  summary: 'compile the whole bank, lint it and report on it',
  words: [0, 0],
  run: async (_, surroundings) => {
    const bank = readWhole(surroundings.bank);
    printReport(bank, surroundings);
    return printVerdict(bank, surroundings);
  },
};
