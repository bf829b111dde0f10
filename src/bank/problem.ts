import type { Problem } from './compiled-bank.ts';

export const problem = (file: string, line: number, message: string): Problem => ({
  file,
  line,
  message,
});

const compareText = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

export const sortProblems = <P extends Problem>(problems: readonly P[]): P[] =>
  [...problems].sort((left, right) => compareText(left.file, right.file) || left.line - right.line);
