import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metadataOf } from '#bank/parse/question-source.ts';
import { printCsvRows, readCsvRows } from '#exchange/formats/csv.ts';
import { readers, writers } from '#exchange/formats/formats.ts';
import { openImages } from '#exchange/image-files.ts';
import type { Item } from '#exchange/item.ts';
import { type NormalizedItem, normalizeItem } from '#exchange/normalize-item.ts';
import type { Outgoing } from '#exchange/outgoing.ts';
import { picture, writeBank } from '#support/bank-folder.ts';
import { emptyBank, examPlace, importFile, questionFiles, runBank } from '#support/exchange.ts';
import { createFolder } from '#support/temporary-folder.ts';

const endings = { gift: 'gift', csv: 'csv', json: 'json', markdown: 'md', moodle: 'xml' } as const;
type Format = keyof typeof endings;
const formats = Object.keys(endings) as Format[];

/** What formats are known to stumble over; a space separates the entries. */
const awkward =
  `" ' '' =1+1 '=x + -x @SUM(A1) , ; | \\ \\n \\= { } ~ = # #### : :: -> %50% [html] &amp; &nbsp; & ` +
  '<b> </p> <!-- --> ]]> <![CDATA[ $CATEGORY: // [id:x] ] __proto__ \u2028 日本語 🙂 e\u0301 é A. B) ' +
  '- * > --- ``` **bold** Explanation: References [Back](#top) $$ $& <img <iframe> `code` null 1 A ' +
  '_____ (a) ! [x] \ufeff ### <x-turndown> </x-turndown> option';
const words = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...awkward.split(' ')) },
      { weight: 1, arbitrary: fc.constantFrom('\t', '  two  spaces', '\u00a0', '\u3000', '` a `') },
      { weight: 2, arbitrary: fc.constantFrom('which', 'one', 'ANSWER: A', '1. item', 'option 2') },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .chain((parts) => fc.constantFrom(' ', '').map((glue) => parts.join(glue)));
const code = fc.constantFrom(
  '',
  '',
  '\n\n```yaml\na:\n  - "b"  <c>\n\n\n- [x] d\t`e`\n## f\n![g](h.svg)\n  \n    ANSWER: A = {~#%}\n```',
  '\n\n```\n    ~~~ \\\n```\n\nso',
);
const lines = fc
  .tuple(
    fc.array(words, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('\n', '\n\n', '\n  '),
    code,
  )
  .map(([rows, glue, block]) => rows.join(glue) + block);
const withImage = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.constantFrom('', '', '', '![a "b" & <c>](a.svg)', '![](b.svg)'))
    .map(([left, right]) => `${left} ${right}`);

const item: fc.Arbitrary<Item> = fc.record({
  place: fc.constant({ line: 1 }),
  stem: withImage(lines),
  options: fc.array(
    fc.record({
      text: withImage(words),
      right: fc.boolean(),
      rationale: fc.oneof(fc.constant(''), words),
    }),
    { minLength: 2, maxLength: 5 },
  ),
  explanation: fc.oneof(fc.constant(''), lines),
  references: fc.array(fc.record({ title: words, url: fc.webUrl() }), { maxLength: 2 }),
  domain: fc.option(words, { nil: undefined }),
  task: fc.option(words, { nil: undefined }),
  form: fc.constantFrom(undefined, 1, 2),
  reviewed: fc.constantFrom(undefined, '2026-11-01'),
  shuffle: fc.constantFrom(undefined, false),
});

/** All that the bank's model holds of a question, in a form to compare. */
const modelOf = ({ question, images }: NormalizedItem) => ({
  ...metadataOf(question),
  references: question.references ?? [],
  stem: question.stem,
  options: question.options.map(({ text, right, rationale }) => ({ text, right, rationale })),
  explanation: question.explanation,
  images: question.images.map(({ alt }, index) => [alt, images[index]?.bytes.toString('utf8')]),
});

const toOutgoing = (id: string, { question, images }: NormalizedItem): Outgoing => ({
  ...question,
  id,
  images: question.images.map(({ alt }, index) => {
    const bytes = images[index]?.bytes ?? Buffer.alloc(0);
    const address = `data:image/svg+xml;base64,${bytes.toString('base64')}`;
    return { alt, file: `${id}.img-${index + 1}.svg`, bytes, address };
  }),
});

describe('any question of the bank', () => {
  it.each(formats)('comes back whole from %s', async (format) => {
    const folder = await createFolder({ 'a.svg': picture(), 'b.svg': picture('<g/>') });
    const find = openImages(join(folder, 'source'));
    let count = 0;
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 3 }), (items) => {
        const sent = items.flatMap((one) => {
          const normalized = normalizeItem(one, find);
          return normalized.ok ? [normalized.value] : [];
        });
        const outgoing = sent.map((one, index) => toOutgoing(`q-${index}`, one));
        const text = writers[format](outgoing, { place: 'a/b', name: 'B' }, (_, reason) =>
          expect(reason).toBe(''),
        );
        const read = readers[format](text.replaceAll('\r\n', '\n'));
        const back = read.ok ? read.value.items : [];
        expect(read).toMatchObject({ ok: true, value: { rejected: [] } });
        expect(back.map(({ id }) => id)).toEqual(outgoing.map(({ id }) => id));
        for (const [index, one] of back.entries()) {
          const normalized = normalizeItem(one, find);
          const original = sent[index] as NormalizedItem;
          expect(normalized.ok ? modelOf(normalized.value) : normalized).toEqual(modelOf(original));
          count += 1;
        }
      }),
      { numRuns: 150 },
    );
    // Otherwise too many of the questions were unfit, and the property says little.
    expect(count).toBeGreaterThan(40);
  });
});
