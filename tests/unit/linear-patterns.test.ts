import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { describe, expect, it } from 'vitest';

const SOURCE = new URL('../../src', import.meta.url).pathname;
const FOLDERS = readdirSync(SOURCE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'questions')
  .map(({ name }) => name);

/** A regular expression literal; a character class may contain a slash. */
const LITERAL =
  /(?<=(?:[=(,:?&|![{;]|return|=>)\s*)\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/g;

const patterns = FOLDERS.flatMap((folder) =>
  readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(SOURCE, folder, file), 'utf8').matchAll(LITERAL)].map(
        ([literal, source = '', flags = '']) => ({
          name: `${folder}/${file} ${literal}`,
          source,
          flags,
        }),
      ),
    ),
);

/** Texts to repeat until a bad pattern backtracks: its own words, and common characters. */
const pumpsFor = (source: string) => {
  const words = source.match(/[\w<>/!?:;.=@#%-]{2,}/g) ?? [];
  const own = words.map((word) => word.replace(/^[bdswBDSW](?=[^\w])/, ''));
  const common = [' ', '\n', 'a', '0', '/', '<', '[', '.', '"', '%', '{', '-', '_', '!', '=', ';'];
  const pumps = [...new Set([...own, ...common])];
  return [
    ...pumps,
    ...own.flatMap((word) => [`${word} `, `<${word} `, `<!--${word}-->`, `/${word}`]),
  ];
};

/** Characters. Over these, a pattern that takes square time takes seconds. */
const LENGTH = 60_000;
/** Milliseconds of processor time, so that a busy machine makes no pattern slow. */
const LIMIT = 400;
/** Milliseconds, for patterns that would never end. */
const END = 5000;

const context = createContext({ source: '', flags: '', texts: [] });
const script = new Script(`for (const text of texts) {
  text.replace(new RegExp(source, flags), '');
}`);

const isLinear = (source: string, flags: string, texts: string[]) => {
  Object.assign(context, { source, flags, texts });
  const started = process.cpuUsage();
  try {
    script.runInContext(context, { timeout: END });
    return process.cpuUsage(started).user < LIMIT * 1000;
  } catch {
    return false;
  }
};

const textsFor = (source: string) =>
  pumpsFor(source).flatMap((pump) => {
    const pumped = pump.repeat(Math.ceil(LENGTH / pump.length));
    return [`${pumped}\u0000`, `/>${pumped}\u0000`, `<svg ${pumped}x`];
  });

describe('regular expressions that see outside text', () => {
  it('are found in the sources', () => {
    expect(patterns.length).toBeGreaterThan(15);
  });

  it.each(patterns)('take linear time: $name', ({ source, flags }) => {
    const texts = textsFor(source);
    // All at once is quick; one by one tells which text is to blame.
    if (isLinear(source, flags, texts)) return;
    for (const text of texts) {
      expect(isLinear(source, flags, [text]), JSON.stringify(text.slice(0, 40))).toBe(true);
    }
  });
});
