import { describe, expect, it } from 'vitest';
import {
  countByFile,
  nameOfFile,
  placeText,
  reasonText,
  sourcesText,
} from '#screens/own-exams/deck-texts.ts';

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
