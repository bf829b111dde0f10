import { imageTypeOf } from '#bank/image/image-format.ts';
import { type Metadata, marker, markers, metadataOf } from '#bank/parse/question-source.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { EmbeddedImage } from './item.ts';
import { checkQuestion } from './normalize-item.ts';
import { readImagesOf, type StoredQuestion } from './stored-exam.ts';

export type OutgoingImage = { alt: string; target: EmbeddedImage };
export type OutgoingText = readonly (string | OutgoingImage)[];

/** A question for export, with its images in the texts. */
export type Outgoing = Metadata & {
  id: string;
  /** Text and images in turn, each a paragraph or more. */
  stem: OutgoingText;
  options: { text: OutgoingText; right: boolean; rationale: string }[];
  explanation: string;
};

type Writing = { text: string; rejected: { id: string; reason: string }[] };

/** `address` returns the address of an image for the text. */
export type WriteQuestions = (
  questions: readonly Outgoing[],
  address: (image: EmbeddedImage) => string,
  exam: { place: string; name: string },
) => Writing;

/** Prepares a stored question for export, or returns why it would be incomplete. */
export const toOutgoing = (stored: StoredQuestion, folder: string): Result<Outgoing, string> => {
  const { stem, options, explanation, images, id } = stored;
  const reason = checkQuestion({ stem: stem.join('\n'), options, explanation });
  if (reason) return failed(reason);
  const bytes = readImagesOf(folder, stored);
  const lost = images.find((_, index) => bytes[index] === undefined);
  if (lost) return failed(`has the picture "${lost.file}", which cannot be read`);
  const uses = new Map<string, OutgoingImage>(
    images.map(({ file, alt }, index) => [
      marker(index + 1),
      { alt, target: { name: file, bytes: bytes[index] ?? Buffer.alloc(0) } },
    ]),
  );
  const open = (text: string): OutgoingText => {
    const marks = text.match(markers) ?? [];
    const texts = text.split(markers);
    return texts
      .flatMap((piece, index) => [piece, uses.get(marks[index] ?? '') ?? ''])
      .filter((piece) => piece !== '');
  };
  return success({
    ...metadataOf(stored),
    id,
    stem: stem.flatMap(open),
    options: options.map(({ text, right, rationale }) => ({ text: open(text), right, rationale })),
    explanation,
  });
};

type Address = Parameters<WriteQuestions>[1];

/** Prints text with Markdown images. */
export const printMarkup = (text: OutgoingText, address: Address, glue: string): string =>
  text
    .map((piece) =>
      typeof piece === 'string' ? piece : `![${piece.alt}](${address(piece.target)})`,
    )
    .join(glue);

export const printDataAddress = ({ name, bytes }: EmbeddedImage): string =>
  `data:${imageTypeOf(name.toLowerCase()) ?? 'image/png'};base64,${bytes.toString('base64')}`;

export const imagesOf = ({ stem, options }: Outgoing): OutgoingImage[] =>
  [stem, ...options.map((option) => option.text)].flatMap((text) =>
    text.flatMap((piece) => (typeof piece === 'string' ? [] : [piece])),
  );
