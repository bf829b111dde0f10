import { describe, expect, it } from 'vitest';
import type { DeckRead } from '#exchange/deck.ts';
import { type Adding, adding, choosing, withFiles } from '#screens/own-exams/adding.ts';
import {
  countByFile,
  nameOfFile,
  placeText,
  reasonText,
  sourcesText,
} from '#screens/own-exams/deck-texts.ts';

const fileOf = (name: string) => new File(['x'], name);
const none: DeckRead = { questions: [], files: [], leftOut: [], notes: [] };
const found = { ...none, questions: [{ id: 'q' }] } as unknown as DeckRead;
const headers = ['Aufgabe', 'Loesung'];
const asking: DeckRead = { ...none, asked: { kind: 'column', part: 'question', headers } };

const read = (state: Adding, answer: DeckRead) =>
  state.step === 'reading'
    ? adding(state, { type: 'filesRead', files: state.files, read: answer })
    : state;

describe('adding questions', () => {
  it('goes from files to what was found in them, or to nothing', () => {
    expect(withFiles([])).toBe(choosing);
    const reading = adding(choosing, { type: 'filesChosen', files: [fileOf('a.csv')] });
    expect(reading.step).toBe('reading');
    expect(read(reading, found).step).toBe('found');
    expect(read(reading, none).step).toBe('nothing');
    expect(adding(reading, { type: 'filesRefused', said: 'Too large.' })).toEqual({
      ...{ step: 'choosing', said: 'Too large.' },
    });
    expect(adding(read(reading, found), { type: 'startedOver' })).toBe(choosing);
    expect(adding(choosing, { type: 'filesChosen', files: [] })).toBe(choosing);
  });

  it('asks for one column after the other and keeps the answers', () => {
    const first = read(withFiles([fileOf('a.csv')]), asking);
    expect(first).toMatchObject({ step: 'asking', asked: { part: 'question' } });
    const again = adding(first, { type: 'told', told: { columns: { Aufgabe: 'question' } } });
    expect(again).toMatchObject({ step: 'reading', told: { columns: { Aufgabe: 'question' } } });
    const second = read(again, { ...none, asked: { kind: 'column', part: 'answers', headers } });
    expect(
      adding(second, { type: 'told', told: { columns: { Loesung: 'answers' }, countFrom: 1 } }),
    ).toMatchObject({
      told: { columns: { Aufgabe: 'question', Loesung: 'answers' }, countFrom: 1 },
    });
    // The file that asks would be left out in silence if others were enough.
    expect(
      read(again, { ...found, asked: { kind: 'column', part: 'answers', headers } }).step,
    ).toBe('asking');
  });

  it('drops what comes of files that are no longer the chosen ones', () => {
    const before = withFiles([fileOf('a.csv')]);
    const now = adding(before, { type: 'filesChosen', files: [fileOf('b.csv')] });
    const files = before.step === 'reading' ? before.files : [];
    expect(adding(now, { type: 'filesRead', files, read: found })).toBe(now);
    expect(adding(choosing, { type: 'filesRead', files, read: found })).toBe(choosing);
  });
});

describe('the words for what was read', () => {
  it.each([
    ['networking-basics.csv', 'Networking basics'],
    ['folder/My_Deck.v2.json', 'My Deck.v2'],
    ['AZ 900.gift', 'AZ 900'],
    ['pasted text', ''],
  ])('%s suggests the name “%s”', (file, name) => expect(nameOfFile(file)).toBe(name));

  it('suggests no name that is too long', () => {
    expect(nameOfFile(`${'x'.repeat(300)}.csv`)).toHaveLength(120);
  });

  it.each([
    [['a.csv', 'a.csv'], 'In a.csv.'],
    [['a.csv', 'b.md', 'a.csv'], 'In a.csv (2) and b.md (1).'],
    [['a.csv', 'b.md', 'c.md'], 'In a.csv (1), b.md (1) and c.md (1).'],
    [['pasted text'], ''],
  ])('%j were found “%s”', (files, text) => {
    expect(sourcesText(files)).toBe(text);
    expect(countByFile(files).reduce((sum, [, count]) => sum + count, 0)).toBe(files.length);
  });

  it.each([
    ['a.csv:6', 'What?', 'a.csv, line 6: “What?”'],
    ['a.json: item 3', '', 'a.json, item 3'],
    ['a:b.csv', 'What?', 'a:b.csv: “What?”'],
  ])('%s is told as a place', (place, title, text) => {
    expect(placeText({ place, title, reason: '' })).toBe(text);
  });

  it('tells a reason as a sentence', () => {
    expect(reasonText({ place: '', title: '', reason: 'names no right answer' })).toBe(
      'Names no right answer',
    );
  });
});
