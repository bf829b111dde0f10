import type { ImageSize } from '#primitives/svg-size.ts';
import type { LocalDiagnostic } from '../diagnostic.ts';
import { decodeText } from '../parse/decode-text.ts';
import { sizeOfJpeg, sizeOfPng, sizeOfSvg, sizeOfWebp } from './image-size.ts';
import { checkSvg } from './svg-safety.ts';

type Format = {
  type: string;
  /** The beginning of such files, in hexadecimal; an SVG is checked as a whole instead. */
  signature?: RegExp;
  readSize: (bytes: Uint8Array) => ImageSize | undefined;
};

const jpeg = { type: 'image/jpeg', signature: /^ffd8ff/, readSize: sizeOfJpeg };

const formats: Readonly<Record<string, Format>> = {
  svg: { type: 'image/svg+xml', readSize: sizeOfSvg },
  png: { type: 'image/png', signature: /^89504e470d0a1a0a/, readSize: sizeOfPng },
  jpg: jpeg,
  jpeg,
  webp: { type: 'image/webp', signature: /^52494646.{8}57454250/, readSize: sizeOfWebp },
};
export const imageEndings: readonly string[] = Object.keys(formats);

export const endingOf = (file: string) => file.slice(file.lastIndexOf('.') + 1);

/** The media type by the file's name; undefined for other files. */
export const imageTypeOf = (file: string): string | undefined => formats[endingOf(file)]?.type;

/** An image's own size in CSS pixels. Undefined where the file does not state it. */
export const readImageSize = (file: string, bytes: Uint8Array): ImageSize | undefined => {
  try {
    const size = formats[endingOf(file)]?.readSize(bytes);
    return size && [size.width, size.height].every((side) => side > 0 && Number.isFinite(side))
      ? size
      : undefined;
  } catch (error) {
    // The file ends within its own header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const printHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What is wrong with an image: bytes unlike its name, or an SVG that is not safe to show. */
export const checkImage = (file: string, bytes: Uint8Array): LocalDiagnostic[] => {
  const ending = endingOf(file);
  const format = formats[ending];
  const refuse = (message: string) => [{ line: 1, message }];
  if (!format) return refuse(`Pictures end in ${imageEndings.join(', ')}: convert it.`);
  if (format.signature) {
    return format.signature.test(printHex(bytes.subarray(0, 12)))
      ? []
      : refuse(`The file does not hold ${ending}: save it as its name says.`);
  }
  const text = decodeText(bytes);
  return text.ok ? checkSvg(text.value) : refuse(text.failure);
};
