import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readDeck } from '#exchange/deck.ts';

const table = 'question,option1,option2,answer\nGrößer als zwei – €?,1,3,b\n';
const read = (bytes: Uint8Array, name = 'a.csv') => readDeck([{ name, bytes }], {});
const stemsOf = (bytes: Uint8Array) =>
  read(bytes).questions.map(({ answer }) => answer.question.question);
const utf16 = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'));
const swapped = (bytes: Uint8Array) => Uint8Array.from(Buffer.from(bytes).swap16());

describe('a file in another encoding', () => {
  it.each([
    ['UTF-8', Buffer.from(table)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${table}`)],
    ['UTF-16', utf16(`\ufeff${table}`)],
    ['UTF-16 the other way round', swapped(utf16(`\ufeff${table}`))],
    ['UTF-16 without a mark', utf16(table)],
    ['decomposed letters', Buffer.from(table.normalize('NFD'))],
    ['NULs', Buffer.from(table.replace('als', 'a\0ls'))],
  ])('is read in %s', (_, bytes) => {
    expect(stemsOf(Uint8Array.from(bytes))).toEqual(['Größer als zwei – €?']);
    expect(read(Uint8Array.from(bytes)).notes).toEqual([]);
  });

  it('is read as Windows-1252 where UTF-8 does not decode, and the report says so', () => {
    const bytes = Uint8Array.from(Buffer.from(table.replace('– €', '\x96 \x80'), 'latin1'));
    expect(stemsOf(bytes)).toEqual(['Größer als zwei – €?']);
    expect(read(bytes).notes.join()).toContain('is not UTF-8 and was read as Windows-1252');
  });
});

const escaped = (text: string) =>
  text.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text as a program may write it between quotes: its accents joined or apart, escaped or not. */
const anyWritten = (text: string) =>
  fc.record({ isApart: fc.boolean(), isEscaped: fc.boolean() }).map(({ isApart, isEscaped }) => {
    const form = isApart ? text.normalize('NFD') : text;
    return isEscaped ? escaped(form) : form;
  });

describe('an accent that a format can escape', () => {
  it.each(['json', 'yaml'])(
    'is the same in the options, the key and the reasons of %s',
    (ending) => {
      const texts = fc.tuple(...['Größe?', 'Café', 'Café', 'Café'].map(anyWritten));
      fc.assert(
        fc.property(texts, ([stem, option, answer, name]) => {
          const text = `[{"question":"${stem}","options":["Tea","${option}"],"answer":"${answer}","notes":{"${name}":"It is."}}]`;
          const { questions, leftOut } = read(new TextEncoder().encode(text), `a.${ending}`);
          expect(leftOut).toEqual([]);
          expect(questions[0]?.answer.question).toMatchObject({
            question: 'Größe?',
            options: ['Tea', 'Café'],
            answers: ['Café'],
            optionNotes: ['', 'It is.'],
          });
        }),
      );
    },
  );
});

describe('an archive', () => {
  const good = new TextEncoder().encode('question,a,b,answer\nQ?,x,y,A\n');
  const zip = (files: Record<string, Uint8Array>) => zipSync(files);

  it('tells for each file why it was left out, whatever else was read', () => {
    const bad = new TextEncoder().encode('{');
    const { questions, leftOut } = read(zip({ 'a.csv': good, 'b.json': bad }), 'a.zip');
    expect(questions).toHaveLength(1);
    expect(leftOut).toEqual([
      { place: 'a.zip/b.json:1', title: '', reason: expect.stringContaining('not JSON') },
    ]);
  });

  it('in archives is read to a depth, and all together unpack to a limit', () => {
    let nested = zip({ 'a.csv': good });
    for (let depth = 0; depth < 200; depth += 1) nested = zip({ 'a.zip': nested });
    const deep = read(nested, 'a.zip');
    expect([deep.questions, deep.leftOut.map(({ reason }) => reason)]).toEqual([
      [],
      ['It lies in too many other archives: unpack those.'],
    ]);
    expect(read(zip({ 'b.zip': zip({ 'a.csv': good }) }), 'a.zip').questions).toHaveLength(1);
    const large = zip({ 'a.txt': new Uint8Array(40_000_000) });
    const bomb = read(
      zip(Object.fromEntries(['b', 'c', 'd'].map((name) => [`${name}.zip`, large]))),
      'a.zip',
    );
    expect(bomb.leftOut.filter(({ reason }) => reason.includes('over 64 MB'))).toHaveLength(2);
  });
});

describe('a line without end', () => {
  it.each(['*', '- ', '_', '#', '> '])('of %j in Markdown takes no stack', (sign) => {
    const text = sign.repeat(3_000_000 / sign.length);
    expect(() => read(new TextEncoder().encode(text), 'a.md')).not.toThrow();
  });
});
