import type * as v from 'valibot';
import { failed, type Result } from '#contract/result.ts';
import { type Diagnostic, diagnose } from '../diagnostic.ts';
import { sizeLimits } from '../parse/decode-text.ts';
import { readText } from '../parse/text-file.ts';
import { parseYamlText, type YamlText } from '../parse/yaml-text.ts';

/** Reads a YAML file to the schema's shape, or returns everything that is wrong with it. */
export const readYamlFile = <S extends v.GenericSchema>(
  file: string,
  schema: S,
): Result<YamlText<v.InferOutput<S>>, Diagnostic[]> => {
  const text = readText(file, sizeLimits.yaml);
  if (!text.ok) return failed([diagnose(file, 1, text.failure)]);
  const parsed = parseYamlText(text.value, schema);
  return parsed.ok
    ? parsed
    : failed(parsed.failure.map(({ line, message }) => diagnose(file, line, message)));
};
