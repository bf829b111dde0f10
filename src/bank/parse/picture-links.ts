import { marker, type PictureSource } from './question-source.ts';
import type { Fault } from './yaml-text.ts';

const link = /!\[([^\]\n]*)\]\(([^()\n]*)\)/g;
const typedMarker = /\[img-\d+\]/;

const countLines = (text: string) => text.split('\n').length - 1;

/**
 * Splits text at its pictures, which are numbered on from those already found.
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
  const pieces: string[] = [];
  let end = 0;
  for (const match of text.matchAll(link)) {
    pieces.push(text.slice(end, match.index));
    pictures.push({
      alt: (match[1] ?? '').trim(),
      file: (match[2] ?? '').trim(),
      line: line + countLines(text.slice(0, match.index)),
    });
    pieces.push(marker(pictures.length));
    end = match.index + match[0].length;
  }
  pieces.push(text.slice(end));
  if (pieces.some((piece) => piece.includes('!['))) {
    faults.push({
      line,
      message: 'A picture is not written as ![what it shows](file): correct it.',
    });
  }
  return pieces;
};
