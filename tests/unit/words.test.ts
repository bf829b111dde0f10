import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = new URL('../../src', import.meta.url).pathname;
/** What a learner reads comes from these; tools and the server speak to others. */
const FOLDERS = [
  'api',
  'app',
  'exam',
  'exchange/formats',
  'exchange/markup',
  'exchange/records',
  'learner',
  'offline',
  'screens',
  'ui',
];

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*/g, '$1');

const linesOf = (folder: string) =>
  readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      withoutComments(readFileSync(join(SOURCE, folder, file), 'utf8'))
        .split('\n')
        .map((line) => `${folder}/${file}: ${line.trim()}`),
    );

describe('what a learner reads', () => {
  const lines = FOLDERS.flatMap(linesOf);

  it.each<[string, RegExp]>([
    ['has one kind of apostrophe', /[a-z]'[a-z]/i],
    ['has no words that only its makers know', /--help|\bwhys\b|history with your/],
    ['replaces with something, not by it', /\breplaced? by a\b/i],
  ])('%s', (_, wrong) => {
    expect(lines.length).toBeGreaterThan(5000);
    expect(lines.filter((line) => wrong.test(line))).toEqual([]);
  });
});
