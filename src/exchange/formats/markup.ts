import { maskCode } from '#bank/parse/question-source.ts';
import type { LooseReference, Rich } from '../item.ts';
import { readImageTag } from './html-reader.ts';

/** An `indexOf` with a memory: with rising offsets it reads the text only once. */
const seeker = (text: string, word: string) => {
  let found = -2;
  return (from: number): number => {
    if (found === -1 || (found >= from && found !== -2)) return found;
    found = text.indexOf(word, from);
    return found;
  };
};

/** The target of a Markdown image, without its title and angle brackets. */
const targetOf = (inside: string): string => {
  const text = inside.trim();
  if (text.startsWith('<') && text.includes('>')) return text.slice(1, text.indexOf('>'));
  const title = /(?<![ \t])[ \t]+(?:"[^"]*"|'[^']*')$/.exec(text.slice(-300));
  return title ? text.slice(0, text.length - title[0].length).trim() : text;
};

const findClosing = (text: string, start: number): number => {
  // The address may contain one pair of parentheses: `shot(1).png`.
  let depth = 0;
  for (let at = start; at < text.length && at < start + 2000; at += 1) {
    const character = text[at];
    if (character === '\n') return -1;
    if (character === '(') depth += 1;
    if (depth > 1) return -1;
    if (character === ')') {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return -1;
};

const isData = (text: string, at: number) => text.startsWith('data:', at);

/**
 * Splits text at its images outside of code: `![what it shows](file)`, and `<img …>` when
 * `withTags`. Takes linear time, whatever the text.
 */
export const readImages = (text: string, withTags = false): Rich => {
  if (!text.includes('![') && !(withTags && text.includes('<img'))) return [text];
  const pieces: Rich[number][] = [];
  const shown = maskCode(text);
  const nextOpening = seeker(shown, '![');
  const nextTag = seeker(shown, '<img');
  const nextBracket = seeker(shown, ']');
  const nextBreak = seeker(shown, '\n');
  const nextParenthesis = seeker(shown, ')');
  let end = 0;
  let at = 0;
  const keep = (start: number, stop: number, alt: string, target: string) => {
    if (start > end) pieces.push(text.slice(end, start));
    pieces.push({ alt: alt.trim(), target });
    end = stop;
    at = stop;
  };
  while (at < text.length) {
    const link = nextOpening(at);
    const tag = withTags ? nextTag(at) : -1;
    if (link === -1 && tag === -1) break;
    if (tag !== -1 && (link === -1 || tag < link)) {
      const image = readImageTag(text, tag);
      if (image) keep(tag, image.end, image.alt, image.src);
      else at = tag + 4;
      continue;
    }
    const bracket = nextBracket(link + 2);
    const lineBreak = nextBreak(link + 2);
    at = link + 2;
    if (bracket === -1 || (lineBreak !== -1 && lineBreak < bracket)) continue;
    if (shown[bracket + 1] !== '(') continue;
    const start = bracket + 2;
    const close = isData(shown, start) ? nextParenthesis(start) : findClosing(shown, start);
    if (close === -1) continue;
    keep(link, close + 1, text.slice(link + 2, bracket), targetOf(text.slice(start, close)));
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
};

const markdownLink = /^(?:[-*+][ \t]+)?\[(.*)\]\((\S*)\)$/s;
const address = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i;

/** Reads `[title](https://…)`, `title https://…`, or either part alone. */
const readReference = (line: string): LooseReference | undefined => {
  const text = line.trim();
  if (text === '') return undefined;
  const link = text.length < 4000 ? markdownLink.exec(text) : null;
  if (link) return { title: link[1]?.trim() || undefined, url: link[2] || undefined };
  const last = text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1);
  if (!address.test(last)) return { title: text };
  return { title: text.slice(0, text.length - last.length).trim() || undefined, url: last };
};

export const readReferenceLines = (text: string): LooseReference[] =>
  text.split('\n').flatMap((line) => readReference(line) ?? []);

/** The opposite of `readReferenceLines`. */
export const printReference = ({ title = '', url = '' }: LooseReference): string =>
  `${title.replace(/\n+/g, ' ')} ${url}`.trim();
