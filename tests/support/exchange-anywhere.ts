import { readSource, targetFormats } from '#exchange/formats/formats.ts';
import type { SourceName } from '#exchange/formats/registry.ts';
import { planImport } from '#exchange/import-plan.ts';
import { itemsOf } from '#exchange/item.ts';
import { type NormalizedItem, normalizeItem } from '#exchange/normalize-item.ts';
import { type Outgoing, toOutgoing } from '#exchange/outgoing.ts';
import { openImages } from '#exchange/source-images.ts';

/** A question that was read, as an export has it. */
export const outgoingOf = (id: string, { question }: NormalizedItem): Outgoing => {
  const images = question.images.map((image, index) => ({ ...image, file: `${id}-${index}.svg` }));
  const outgoing = toOutgoing({ ...question, id, images }, true);
  if (!outgoing.ok) throw new Error(outgoing.failure);
  return outgoing.value;
};

/** Reads a file, plans its import and prints it in every format. Needs no Node and no document. */
export const readAndPrint = (format: SourceName, text: string): string => {
  const read = readSource({ name: 'a', bytes: new TextEncoder().encode(text) }, [format], {});
  if (!read.ok) return read.failure.message;
  const { reading } = read.value;
  const find = openImages(() => undefined);
  const exam = { questions: [], names: new Set<string>(), domains: [] };
  const plan = planImport({ sources: [{ file: 'a', reading, find }], exam });
  const questions = itemsOf(reading.entries).flatMap((item, index) => {
    const normalized = normalizeItem(item, find);
    return normalized.ok ? [outgoingOf(`q-${index}`, normalized.value)] : [];
  });
  const printed = Object.values(targetFormats).map(({ print }) =>
    print({ place: 'a/b', name: 'B', questions }),
  );
  return [JSON.stringify(plan), ...printed].join('\n');
};
