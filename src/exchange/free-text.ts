import { markers } from '#bank/parse/question-source.ts';
import { tidyText } from '#bank/parse/question-texts.ts';
import { splitCode, splitFences } from '#wording/code.ts';
import { type MarkdownImage, mapImages } from './markup/markdown-text.ts';

/** Signs at the start of a line that would make it another part of a question file. */
const part = /^[^\S\n]*(?:(?:>|##+(?!\S)|[-*+](?= *\[))[^\S\n]*)+/gm;
const hidden = /\ufdd8(\d+)\ufdd8/g;

/** Leaves out empty blocks of code and blanks after a fence, which formats made of HTML would lose. */
const tidyBlocks = (text: string) =>
  splitFences(text)
    .map(({ kind, text: code, source }) => {
      if (kind !== 'block') return source;
      const [fence = ''] = source.split('\n', 1);
      return code.trim() === '' ? '' : `${fence.trimEnd()}\n${code}\n\`\`\``;
    })
    .join('');

/**
 * A text as a question file can hold it: quotes, headings and options become plain lines, and what
 * would open an image is set apart. Code stays as it is. An image becomes what is shown for it, in a
 * paragraph of its own.
 */
export const freeText = (text: string, showImage: (image: MarkdownImage) => string): string => {
  const kept: string[] = [];
  const keep = (source: string) => `\ufdd8${kept.push(source) - 1}\ufdd8`;
  const lines = splitFences(mapImages(text, (image) => `\n\n${keep(showImage(image))}\n\n`))
    .map(({ kind, source }) => (kind === 'block' ? source : source.replace(part, '')))
    .join('');
  const free = splitCode(lines)
    .map(({ kind, source }) =>
      kind === 'text'
        ? source
            .replace(/<?!\[CDATA\[/g, (found) => keep(`\`${found}\``))
            .replaceAll('![', '! [')
            .replace(markers, (found) => found.replace('-', ' '))
        : source,
    )
    .join('');
  return tidyText(tidyBlocks(free.replace(hidden, (_, at: string) => kept[Number(at)] ?? '')));
};
