import { splitCode } from '#contract/code.ts';
import { marker, type PictureSource } from './question-source.ts';
import type { Fault } from './yaml-text.ts';

const link = /!\[([^\]\n]*)\]\(([^()\n]*)\)/g;
const typedMarker = /\[img-\d+\]/;

const countLines = (text: string) => text.split('\n').length - 1;

/** Whether words of the text, not code in it, hold what opens a picture. */
export const opensPicture = (text: string) =>
  text.includes('![') &&
  splitCode(text).some((piece) => piece.kind === 'text' && piece.text.includes('!['));

/**
 * Splits text at its pictures, which are numbered on from those already found. Code has none.
 * Text without `![` and `[img-`, which is nearly all, costs two searches.
 */
export const splitPictures = (
  text: string,
  line: number,
  pictures: PictureSource[],
  faults: Fault[],
): string[] => {
  if (!text.includes('[')) return [text];
  if (typedMarker.test(text)) {
    faults.push({
      line: line + countLines(text.slice(0, text.search(typedMarker))),
      message: "A marker such as [img-1] is the compiler's: write ![what it shows](file) instead.",
    });
  }
  if (!text.includes('![')) return [text];
  const pieces = [''];
  const add = (more: string) => pieces.push((pieces.pop() ?? '') + more);
  let offset = 0;
  for (const { kind, source } of splitCode(text)) {
    const links = kind === 'text' ? source.matchAll(link) : [];
    let end = 0;
    for (const match of links) {
      add(source.slice(end, match.index));
      pictures.push({
        alt: (match[1] ?? '').trim(),
        file: (match[2] ?? '').trim(),
        line: line + countLines(text.slice(0, offset + match.index)),
      });
      pieces.push(marker(pictures.length), '');
      end = match.index + match[0].length;
    }
    add(source.slice(end));
    offset += source.length;
  }
  if (pieces.some(opensPicture)) {
    faults.push({
      line,
      message: 'A picture is not written as ![what it shows](file): correct it.',
    });
  }
  return pieces;
};
