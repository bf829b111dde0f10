import { imageTypeOf } from '#bank/image/image-format.ts';
import { indexOfMarker, markers } from '#bank/parse/question-source.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { toBase64 } from '#primitives/base64.ts';
import type { PicturedQuestion, QuestionParts } from './item.ts';
import { describeFlaw } from './normalize-item.ts';

/** A question in a bank. */
export type StoredQuestion = PicturedQuestion & { id: string };

/** An image with the address that the exported text uses for it. */
export type OutgoingImage = { alt: string; file: string; bytes: Uint8Array; address: string };

/** A question for export. The n-th image is `[img-n]` in the stem and the options. */
export type Outgoing = Omit<QuestionParts, 'images'> & { id: string; images: OutgoingImage[] };

export type OutgoingExam = { place: string; name: string; questions: readonly Outgoing[] };

export const printDataUrl = (file: string, base64: string): string =>
  `data:${imageTypeOf(file.toLowerCase()) ?? 'image/png'};base64,${base64}`;

/** Prepares a question for export, or returns why part of it would be lost. */
export const toOutgoing = (
  { pictures, ...stored }: StoredQuestion,
  isInline: boolean,
): Result<Outgoing, string> => {
  const flaw = describeFlaw(stored);
  if (flaw) return failed(flaw);
  const images: OutgoingImage[] = [];
  for (const [index, { alt, file }] of stored.images.entries()) {
    const bytes = pictures[index];
    if (bytes === undefined) return failed(`has the picture "${file}", which cannot be read.`);
    const address = isInline ? printDataUrl(file, toBase64(bytes)) : file;
    images.push({ alt, file, bytes, address });
  }
  return success({ ...stored, images });
};

/** Prints text with Markdown images. */
export const printMarkup = (
  text: string,
  images: readonly { alt: string; address: string }[],
): string =>
  text.replace(markers, (found) => {
    const image = images[indexOfMarker(found)];
    return image ? `![${image.alt}](${image.address})` : found;
  });
