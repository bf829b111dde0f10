import { splitFences } from '#wording/code.ts';
import type { LocalDiagnostic } from '../diagnostic.ts';
import { findImages, type ImageSource, marker, markers, maskCode } from './question-source.ts';

const typedMarker = /\[img-\d+\]/;
const typed = "A marker such as [img-1] is the compiler's: write ![what it shows](file) instead.";

const unclear = 'A picture is not written as ![what it shows](file): correct it.';

export const imageElsewhere = 'A picture can only be in the stem or in an option: move it.';
export const unclosedCode =
  'The code block that starts here is never closed: put ``` on a line of its own after it.';

const countLines = (text: string) => text.split('\n').length - 1;

/** Whether the text opens an image outside of code. */
export const opensImage = (text: string) => text.includes('![') && maskCode(text).includes('![');

/**
 * Splits text at its images outside of code, and adds them to those already found. Nearly all texts
 * have none, which takes two searches to see.
 */
export const splitImages = (
  text: string,
  line: number,
  images: ImageSource[],
  diagnostics: LocalDiagnostic[],
): string[] => {
  if (!text.includes('[')) return [text];
  const at = text.search(typedMarker);
  if (at >= 0) diagnostics.push({ line: line + countLines(text.slice(0, at)), message: typed });
  if (!text.includes('![')) return [text];
  const pieces: string[] = [];
  let end = 0;
  for (const { alt, file, index, end: next } of findImages(text)) {
    pieces.push(text.slice(end, index));
    end = next;
    images.push({ alt, file, line: line + countLines(text.slice(0, index)) });
    pieces.push(marker(images.length));
  }
  pieces.push(text.slice(end));
  if (pieces.some(opensImage)) diagnostics.push({ line, message: unclear });
  return pieces;
};

const tidyWords = (text: string) =>
  /\s\n|\n\n\n/.test(text)
    ? text
        .split('\n')
        .map((line) => line.trimEnd())
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
    : text;

/**
 * Separates paragraphs by one empty line and keeps single line breaks. Code is a paragraph of its
 * own and stays unchanged.
 */
export const tidyText = (text: string) =>
  splitFences(text)
    .map(({ kind, source }) => (kind === 'block' ? source : tidyWords(source).trim()))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');

const countMarkers = (text: string) => text.match(markers)?.length ?? 0;

/**
 * Why a line can't stand in a question file. What may have images has a marker for each; without
 * their number it may have none, and markers are words.
 */
export const findUnfitLine = (text: string, images?: number): string | undefined => {
  if (!text.includes('[')) return images ? typed : undefined;
  const words = maskCode(text);
  if (words.includes('![')) return images === undefined ? imageElsewhere : unclear;
  const isMarked = [text, words].some((one) => countMarkers(one) !== images);
  return images !== undefined && isMarked ? typed : undefined;
};

/** The same for a tidy text of several lines. */
export const findUnfitBlock = (text: string, images?: number): string | undefined => {
  const isOpen = text.includes('```') && /(?<![^\n])```[\w+#.-]*(?![^\n])/.test(maskCode(text));
  return findUnfitLine(text, images) ?? (isOpen ? unclosedCode : undefined);
};
