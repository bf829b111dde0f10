import type { Diagnostic } from './compiled-bank.ts';

export const diagnose = (file: string, line: number, message: string): Diagnostic => ({
  file,
  line,
  message,
});

const compareText = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

export const sortDiagnostics = <P extends Diagnostic>(diagnostics: readonly P[]): P[] =>
  [...diagnostics].sort(
    (left, right) => compareText(left.file, right.file) || left.line - right.line,
  );
