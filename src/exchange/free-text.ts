import { markers } from '#bank/parse/question-source.ts';
import { splitCode, splitFences } from '#wording/code.ts';
import { mapImages } from './markup/markdown-text.ts';

/** Signs at the start of a line that would make it another part of a question file. */
const part = /^[ \t]*(?:(?:>|##+(?![^ \t\n])|[-*+](?= *\[))[ \t]*)+/gm;
const hidden = /\ufdd8(\d+)\ufdd8/g;

/**
 * A text as a question file can hold it: quotes, headings and options become plain lines, and what
 * would open an image is set apart. Code and images stay as they are.
 */
export const freeText = (text: string): string => {
  const kept: string[] = [];
  const keep = (source: string) => `\ufdd8${kept.push(source) - 1}\ufdd8`;
  const lines = splitFences(mapImages(text, ({ source }) => keep(source)))
    .map(({ kind, source }) => (kind === 'block' ? source : source.replace(part, '')))
    .join('');
  return splitCode(lines)
    .map(({ kind, source }) =>
      kind === 'text'
        ? source
            .replace(/<?!\[CDATA\[/g, (found) => keep(`\`${found}\``))
            .replaceAll('![', '! [')
            .replace(markers, (found) => found.replace('-', ' '))
        : source,
    )
    .join('')
    .replace(hidden, (_, at: string) => kept[Number(at)] ?? '');
};
