import { imageTypeOf } from '#bank/image/image-format.ts';
import { indexOfMarker, markers } from '#bank/parse/question-source.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { readImagesOf, type StoredQuestion } from './exam-folder.ts';
import { describeFlaw } from './normalize-item.ts';

/** An image of a question, with the address that the exported text uses for it. */
export type OutgoingImage = { alt: string; file: string; bytes: Buffer; address: string };

/** A question for export. The n-th image is `[img-n]` in the stem and the options. */
export type Outgoing = Omit<StoredQuestion, 'images'> & { images: OutgoingImage[] };

/** Prints an exam; `reject` reports a question that the format can't hold. */
export type WriteQuestions = (
  questions: readonly Outgoing[],
  exam: { place: string; name: string },
  reject: (id: string, reason: string) => void,
) => string;

export const printDataUrl = (file: string, base64: string): string =>
  `data:${imageTypeOf(file.toLowerCase()) ?? 'image/png'};base64,${base64}`;

/** Prepares a stored question for export, or returns why it would be incomplete. */
export const toOutgoing = (
  stored: StoredQuestion,
  folder: string,
  isInline: boolean,
): Result<Outgoing, string> => {
  const flaw = describeFlaw(stored);
  if (flaw) return failed(flaw);
  const images: OutgoingImage[] = [];
  for (const [index, bytes] of readImagesOf(folder, stored).entries()) {
    const { alt = '', file = '' } = stored.images[index] ?? {};
    if (bytes === undefined) return failed(`has the picture "${file}", which cannot be read.`);
    const address = isInline ? printDataUrl(file, bytes.toString('base64')) : file;
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
