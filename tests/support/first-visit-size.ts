import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/**
 * Sums what a first visit runs: the entry, what it imports statically, and the page's inline script.
 * Screens that load later are not in it. Ends with 1 over the limit.
 */

const LIMIT = 94_000;
const ASSETS = 'dist/assets';

const read = (file: string) => readFileSync(`${ASSETS}/${file}`, 'utf8');
const importsOf = (code: string) =>
  [...code.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map((match) => match[1] as string);

const files = new Set(readdirSync(ASSETS).filter((name) => /^index-.*\.js$/.test(name)));
for (const file of files) for (const imported of importsOf(read(file))) files.add(imported);

const sizeOf = (text: string) => gzipSync(text, { level: 9 }).length;
const size = [...files].reduce((total, file) => total + sizeOf(read(file)), 0);
const [, inline = ''] =
  /<script>(.*?)<\/script>/s.exec(readFileSync('dist/index.html', 'utf8')) ?? [];
const total = size + sizeOf(inline);

console.log(`JavaScript of a first visit: ${total} of ${LIMIT} bytes, gzip`);
if (files.size === 0 || total > LIMIT) process.exit(1);
