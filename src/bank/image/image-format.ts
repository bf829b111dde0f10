import { failed, type Result, success } from '#contract/result.ts';
import type { LocalDiagnostic } from '../diagnostic.ts';
import { decodeText } from '../parse/text-file.ts';
import { checkSvg } from './svg-safety.ts';

type Format = 'svg' | 'png' | 'jpg' | 'webp';

const formats: Record<string, Format> = {
  svg: 'svg',
  png: 'png',
  jpg: 'jpg',
  jpeg: 'jpg',
  webp: 'webp',
};
export const imageEndings: readonly string[] = Object.keys(formats);

const types: Record<Format, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
};

export const endingOf = (file: string) => file.slice(file.lastIndexOf('.') + 1);

/** The media type by the file's name; undefined for other files. */
export const imageTypeOf = (file: string): string | undefined => {
  const format = formats[endingOf(file)];
  return format && types[format];
};

const startsWith = (bytes: Buffer, hex: string, offset = 0) =>
  bytes.toString('hex', offset, offset + hex.length / 2) === hex;

const signatures: Record<Exclude<Format, 'svg'>, (bytes: Buffer) => boolean> = {
  png: (bytes) => startsWith(bytes, '89504e470d0a1a0a'),
  jpg: (bytes) => startsWith(bytes, 'ffd8ff'),
  webp: (bytes) => startsWith(bytes, '52494646') && startsWith(bytes, '57454250', 8),
};

/** Whether the bytes are what the file's name says, and, for SVG, safe to show. */
export const checkImage = (file: string, bytes: Buffer): Result<null, LocalDiagnostic[]> => {
  const format = formats[endingOf(file)];
  if (format === undefined) {
    return failed([
      { line: 1, message: `Pictures end in ${imageEndings.join(', ')}: convert it.` },
    ]);
  }
  if (format !== 'svg') {
    return signatures[format](bytes)
      ? success(null)
      : failed([
          { line: 1, message: `The file does not hold ${format}: save it as its name says.` },
        ]);
  }
  const text = decodeText(bytes);
  const diagnostics = text.ok ? checkSvg(text.value) : [{ line: 1, message: text.failure }];
  return diagnostics.length === 0 ? success(null) : failed(diagnostics);
};
