import { dirname } from 'node:path';
import { readXml } from '../../image/xml-reader.ts';
import { sizeLimits } from '../../parse/decode-text.ts';
import { readText } from '../../parse/text-file.ts';
import { forEachQuestion } from './rule.ts';

/** The distinct words of three letters and more, and the numbers of two digits and more. */
const wordsIn = (text: string): string[] => {
  const words = text
    .toLowerCase()
    .split(/[\s,;()[\]{}"'“”‘’=]+/)
    .map((word) => /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(word)?.[0] ?? '');
  return [...new Set(words.filter((word) => word.length > 2 || /^\d\d/.test(word)))];
};

/** The texts that an SVG shows. */
const findLabels = (svg: string): string[] => {
  const labels: string[] = [];
  let depth = 0;
  readXml(svg, {
    open: (name) => {
      if (name === 'text') labels.push('');
      if (name === 'text' || depth > 0) depth += 1;
    },
    text: (text) => {
      if (depth > 0) labels.push(`${labels.pop() ?? ''} ${text}`);
    },
    close: () => {
      if (depth > 0) depth -= 1;
    },
  });
  return labels;
};

const leastWords = 8;
const leastShare = 0.75;

/** The words of an image that its alternative text leaves out, if there are too many of them. */
const findUntold = (svg: string, alt: string): { untold: string[]; of: number } => {
  const words = wordsIn(findLabels(svg).join('\n'));
  const told = alt.toLowerCase();
  const untold = words.filter((word) => !told.includes(word));
  const isThin = words.length > leastWords && untold.length > (1 - leastShare) * words.length;
  return { untold: isThin ? untold : [], of: words.length };
};

const listSome = (words: readonly string[]) =>
  words.length > 8 ? `${words.slice(0, 8).join(', ')}, …` : words.join(', ');

/** The alternative text must be enough to answer the question without seeing the image. */
export const findThinAlts = forEachQuestion((question) =>
  question.images.flatMap(({ file, alt, line }) => {
    if (!file.endsWith('.svg')) return [];
    const svg = readText(`${dirname(question.file)}/${file}`, sizeLimits.image);
    const { untold, of } = svg.ok ? findUntold(svg.value, alt) : { untold: [], of: 0 };
    if (untold.length === 0) return [];
    const message =
      `The alternative text leaves out ${untold.length} of the picture's ${of} words ` +
      `(${listSome(untold)}): say all that decides the answer.`;
    return [{ line: line, message }];
  }),
);
