import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { describe, expect, it } from 'vitest';

const SOURCE = new URL('../../src', import.meta.url).pathname;
const FOLDERS = readdirSync(SOURCE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'questions')
  .map(({ name }) => name);

/** A literal where an expression may begin; a character class may hold a slash. */
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

/** Texts that a pattern may be made to go over again and again: its own words and what is around. */
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

/** In characters. What takes square time over it takes seconds. */
const LENGTH = 60_000;
/** In milliseconds of the processor, so that a busy machine makes no pattern slow. */
const LIMIT = 400;
/** In milliseconds, for what would never end. */
const END = 5000;

const code = 'new RegExp(source, flags).test(text); text.replace(new RegExp(source, flags), "")';
const script = new Script(code);
// A context of its own, since only code in one can be stopped; making one for each text takes longer
// than the texts.
const context = createContext({});

const isLinear = (source: string, flags: string, text: string) => {
  Object.assign(context, { source, flags, text });
  const started = process.cpuUsage();
  try {
    script.runInContext(context, { timeout: END });
    return process.cpuUsage(started).user < LIMIT * 1000;
  } catch {
    return false;
  }
};

describe('regular expressions that see what others wrote', () => {
  it('are found in the sources', () => {
    expect(patterns.length).toBeGreaterThan(15);
  });

  it.each(patterns)('take no longer than the text is long: $name', ({ source, flags }) => {
    for (const pump of pumpsFor(source)) {
      const pumped = pump.repeat(Math.ceil(LENGTH / pump.length));
      for (const text of [pumped, `${pumped}\u0000`, `/>${pumped}\u0000`, `<svg ${pumped}x`]) {
        expect(isLinear(source, flags, text), JSON.stringify(text.slice(0, 40))).toBe(true);
      }
    }
  });
});
