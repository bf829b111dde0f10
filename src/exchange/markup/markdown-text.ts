import { findImages } from '#bank/parse/question-source.ts';
import { splitCode } from '#wording/code.ts';

/** Stands for code or an image while the words around it change; no text holds a noncharacter. */
const hidden = /\ufdd2(\d+)\ufdd2/g;

const link = /(?<!!)\[([^\][\n]{1,500})\]\(<?([^()\s<>]{1,2000})>?(?:[ \t]+"[^"\n]{0,200}")?\)/g;
const emphasis =
  /(?<![\p{L}\p{N}*_~\\])(\*{1,3}|_{1,3}|~~)(?=\S)([^*_~\n]{1,400})(?<=\S)\1(?![\p{L}\p{N}*_~]|\.[\p{L}\p{N}])/gu;

const showLink = (_: string, words: string, address: string) =>
  /^https?:/i.test(address) && !words.includes(address) ? `${words} (${address})` : words;

export type MarkdownImage = { alt: string; file: string; source: string };

/** Replaces each image of a text. */
export const mapImages = (text: string, replace: (image: MarkdownImage) => string): string => {
  const images = text.includes('![') ? findImages(text) : [];
  if (images.length === 0) return text;
  const pieces = images.map(({ alt, file, index, end }, at) => {
    const before = text.slice(images[at - 1]?.end ?? 0, index);
    return before + replace({ alt, file, source: text.slice(index, end) });
  });
  return pieces.join('') + text.slice(images.at(-1)?.end ?? 0);
};

/** Replaces images with their alternative texts, for parts that can't hold any. */
export const describeImages = (text: string): string => mapImages(text, ({ alt }) => alt);

/**
 * Turns Markdown's words into the bank's dialect, in which only code and images are markup: emphasis
 * goes, a link shows its address, `<br>` is a line break.
 */
export const readMarkdownText = (text: string): string => {
  const kept: string[] = [];
  const keep = (source: string) => `\ufdd2${kept.push(source) - 1}\ufdd2`;
  const words = splitCode(mapImages(text, ({ source }) => keep(source)))
    .map(({ kind, source }) => (kind === 'text' ? source : keep(source)))
    .join('')
    .replace(/<br[ \t]*\/?>/gi, '\n')
    .replace(link, showLink)
    // Bold text may contain italics.
    .replace(emphasis, '$2')
    .replace(emphasis, '$2')
    .replace(/\\([*_#~>])/g, '$1');
  return words.replace(hidden, (_, at: string) => kept[Number(at)] ?? '');
};
