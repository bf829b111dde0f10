/** What is wrong with a bank file, where, and what to do about it. */
export type Diagnostic = { file: string; line: number; message: string };

/** The same within one text. Lines count from 1. */
export type LocalDiagnostic = { line: number; message: string };

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

/** A line for each diagnostic, in a form that editors link, and a last one that sums up. */
export const printDiagnostics = (diagnostics: readonly Diagnostic[]): string[] => {
  const count = diagnostics.length === 1 ? '1 problem' : `${diagnostics.length} problems`;
  return [
    ...diagnostics.map(({ file, line, message }) => `${file}:${line}: ${message}`),
    `The bank has ${count}, so it is not served.`,
  ];
};
