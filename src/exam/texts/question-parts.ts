import type { Question } from '#contract/wire.ts';
import { lastSegment } from '#primitives/last-segment.ts';
import { splitCode } from '#wording/code.ts';
import { textParts } from '#wording/question-text.ts';

type WordSegment = { kind: 'text' | 'code' | 'codeBlock'; text: string };
export type Segment =
  | WordSegment
  /** `isAlone`: a whole part of the question, not inside a line of text. */
  | { kind: 'image'; word: string; isAlone?: boolean };

const MARKER = /\[(img-\d+)\]/g;
const kinds = { text: 'text', inline: 'code', block: 'codeBlock' } as const;

const splitAtMarkers = (text: string): Segment[] =>
  text.split(MARKER).flatMap((piece, index): Segment[] => {
    if (index % 2 === 1) return [{ kind: 'image', word: piece }];
    return piece === '' ? [] : [{ kind: 'text', text: piece }];
  });

/** Splits text into prose and code, keeping all whitespace. */
export const codeSegments = (text: string): WordSegment[] =>
  splitCode(text).map((piece) => ({ kind: kinds[piece.kind], text: piece.text }));

/** Splits text at its code, and the prose at its `[img-N]` markers. */
export const textSegments = (text: string): Segment[] =>
  codeSegments(text).flatMap((segment): Segment[] =>
    segment.kind === 'text' ? splitAtMarkers(segment.text) : [segment],
  );

const partSegments = (part: string): Segment[] => {
  const [, alone] = /^\s*\[(img-\d+)\]\s*$/.exec(part) ?? [];
  return alone ? [{ kind: 'image', word: alone, isAlone: true }] : textSegments(part);
};

/** The segments of a question's text. */
export const questionSegments = (question: { question: string; questionParts: string[] }) =>
  textParts(question).flatMap(partSegments);

/**
 * The image of a marker: its file name starts with the marker's word, bare or in brackets, and no
 * digit follows, so that `img-1` never finds `img-10.png`.
 */
export const findImage = (images: string[], word: string) =>
  images.find((path) => {
    const name = lastSegment(path).replace(/^\[/, '');
    return name.startsWith(word) && !/^\d/.test(name.slice(word.length));
  });

/** A letter that is written from right to left, anywhere or before any other. */
const rtl = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const startsRtl = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** An option begins with a product's name in any language; its question tells its direction. */
export const directionOf = (option: string, question: Question) =>
  rtl.test(option) && startsRtl.test(textParts(question).join(' ')) ? 'rtl' : 'auto';
