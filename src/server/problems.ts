import type { Diagnostic } from '#bank/compiled-bank.ts';

/** A line for each problem, in the form that editors make links of, and a last one to sum up. */
export function writeProblems(problems: Diagnostic[]): string[] {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return [
    ...problems.map(({ file, line, message }) => `${file}:${line}: ${message}`),
    `The bank has ${count}, so it is not served.`,
  ];
}
