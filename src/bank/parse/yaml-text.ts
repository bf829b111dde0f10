import * as v from 'valibot';
import { isNode, LineCounter, parseDocument, YAMLMap } from 'yaml';
import { failed, type Result, success } from '#contract/result.ts';
import type { LocalDiagnostic } from '../diagnostic.ts';

type Path = readonly (string | number)[];

/** A parsed YAML text with the lines of its values in its file. */
export type YamlText<T> = { value: T; lineOf: (path: Path) => number };

const parseFully = (text: string, firstLine: number) => {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  return { document, lineAt: (offset: number) => counter.linePos(offset).line + firstLine - 1 };
};

/** Parses again, since lines are rarely needed. A missing value has the line of its parent. */
const findLine = (text: string, path: Path, firstLine: number): number => {
  const { document, lineAt } = parseFully(text, firstLine);
  for (let length = path.length; length > 0; length -= 1) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    const holder = length === 1 ? document.contents : parent;
    const key =
      holder instanceof YAMLMap
        ? holder.items.find((item) => isNode(item.key) && item.key.toJSON() === last)?.key
        : undefined;
    const node = key ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lineAt(node.range[0]);
  }
  return firstLine;
};

const parseValue = (text: string, firstLine: number): Result<unknown, LocalDiagnostic[]> => {
  const { document, lineAt } = parseFully(text, firstLine);
  const diagnostics = [...document.errors, ...document.warnings].map((error) => ({
    line: lineAt(error.pos[0]),
    message: `This is not YAML: ${error.message.split('\n')[0]}.`,
  }));
  if (diagnostics.length > 0) return failed(diagnostics);
  try {
    return success(document.toJS());
  } catch (error) {
    // Resolving fails for aliases that multiply.
    return failed([
      { line: firstLine, message: `This YAML cannot be resolved: ${String(error)}.` },
    ]);
  }
};

const pathOf = (issue: v.BaseIssue<unknown>): Path =>
  (issue.path ?? []).map((item) => item.key as string | number);

const namePath = (path: Path) =>
  path
    .map((key, index) => (typeof key === 'number' ? `[${key + 1}]` : `${index ? '.' : ''}${key}`))
    .join('');

const describeIssue = (issue: v.BaseIssue<unknown>, path: Path): string => {
  const name = namePath(path);
  if (issue.type !== 'strict_object') return name ? `${name}: ${issue.message}` : issue.message;
  if (issue.expected === 'never')
    return `The key "${name}" is unknown: remove it or correct its spelling.`;
  return issue.received === 'undefined'
    ? `The key "${name}" is missing: add it.`
    : `${name || 'This'} should be a list of keys and values.`;
};

/**
 * Parses a YAML text to the schema's shape, or returns everything that is wrong with it. `firstLine`
 * is where it begins in its file.
 */
export const parseYamlText = <S extends v.GenericSchema>(
  text: string,
  schema: S,
  firstLine = 1,
): Result<YamlText<v.InferOutput<S>>, LocalDiagnostic[]> => {
  const value = parseValue(text, firstLine);
  if (!value.ok) return value;
  const parsed = v.safeParse(schema, value.value);
  if (!parsed.success) {
    return failed(
      parsed.issues.map((issue) => {
        const path = pathOf(issue);
        return { line: findLine(text, path, firstLine), message: describeIssue(issue, path) };
      }),
    );
  }
  return success({ value: parsed.output, lineOf: (path) => findLine(text, path, firstLine) });
};
