import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** One letter each, so that no name spells what an ad blocker hides. */
const inLetters = (number: number) =>
  '_'.repeat(number / LETTERS.length) + LETTERS[number % LETTERS.length];

/** What a CSS module names: its classes and animations. */
const names = /(?:\.|@keyframes\s+)([a-z][\w-]*)/gi;

/**
 * Names the classes of CSS modules: letters for the file, a number for the class within it. Short
 * names that resemble their neighbors compress to a fraction of what hashes do.
 */
export const nameClasses = (project: string) => {
  const folder = join(project, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .sort();
  return (name: string, file: string, css: string) => {
    const path = relative(folder, file.replace(/\?.*/, ''));
    // A file that is new since the development server was started leaves the others their names.
    if (!files.includes(path)) files.push(path);
    const known = [...new Set([...css.matchAll(names)].map(([, found]) => found))];
    const number = known.indexOf(name);
    if (number < 0) throw new Error(`No name for ${name} of ${file}`);
    return inLetters(files.indexOf(path)) + number;
  };
};
