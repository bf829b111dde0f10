import { type Diagnostic, sortDiagnostics } from '../../diagnostic.ts';
import type { BankSource } from '../../read/bank-source.ts';
import { lintExams, type Warning } from '../lint/lint-exam.ts';
import { type CliContext, type Command, type ExitCode, readPlace } from './command.ts';

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

const describe = (found: Diagnostic | Warning) =>
  'warning' in found
    ? `${found.file}:${found.line}: warning ${found.warning}: ${found.message}`
    : `${found.file}:${found.line}: refused: ${found.message}`;

/** Prints everything that is wrong, then a line that sums it up. */
export const printVerdict = (
  { providers, diagnostics }: BankSource,
  { today, print }: Pick<CliContext, 'today' | 'print'>,
): ExitCode => {
  const exams = providers.flatMap((provider) => provider.exams);
  const warnings = lintExams(exams, today);
  for (const found of sortDiagnostics<Diagnostic | Warning>([...diagnostics, ...warnings]))
    print(describe(found));
  const questions = exams.reduce((total, exam) => total + exam.questions.length, 0);
  print(
    `${count(exams.length, 'exam')}, ${count(questions, 'sound question')}: ` +
      `${count(diagnostics.length, 'refusal')}, ${count(warnings.length, 'warning')}.`,
  );
  return diagnostics.length + warnings.length === 0 ? 0 : 1;
};

export const lint: Command = {
  name: 'lint',
  usage: '[provider[/exam]]',
  summary: 'tell what is refused and what is warned about, with file, line and what to do',
  words: [0, 1],
  run: async ({ words: [word] }, context) => {
    const bank = readPlace(context.bank, word);
    return bank.ok ? printVerdict(bank.value, context) : bank.failure;
  },
};
