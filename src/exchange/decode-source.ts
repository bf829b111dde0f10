import type { LocalDiagnostic } from '#bank/diagnostic.ts';
import { checkText, decodeUtf8 } from '#bank/parse/decode-text.ts';
import { type Result, success } from '#contract/result.ts';
import { isObject } from '#primitives/json.ts';

/** UTF-16 by its mark, or by the NULs that it has beside Latin letters. */
const findUtf16 = ([first, second, third, fourth]: Uint8Array): string | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0 && fourth === 0 && first && third) return 'utf-16le';
  return first === 0 && third === 0 && second && fourth ? 'utf-16be' : undefined;
};

/** What Windows-1252 has at 0x80 to 0x9F; Node's decoder takes it for ISO-8859-1. */
const signs = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const decodeWindows = (bytes: Uint8Array) =>
  new TextDecoder('windows-1252')
    .decode(bytes)
    .replace(/[\u0080-\u009f]/g, (sign) => signs[sign.charCodeAt(0) - 0x80] ?? sign);

/** The text of a file in any encoding that spreadsheets write; a note says which was assumed. */
export const decodeSource = (
  bytes: Uint8Array,
): Result<{ text: string; notes: string[] }, LocalDiagnostic> => {
  const wide = findUtf16(bytes);
  const utf8 = wide ? new TextDecoder(wide).decode(bytes) : decodeUtf8(bytes);
  const raw = utf8 ?? decodeWindows(bytes);
  const text = checkText(raw.replaceAll('\0', ''));
  if (!text.ok) return text;
  const notes = utf8 === undefined ? ['it is not UTF-8 and was read as Windows-1252'] : [];
  return success({ text: text.value, notes });
};

/** Revives each text and name in one form (NFC), for formats that escape what decoding joins. */
export const joinAccents = (_: unknown, value: unknown): unknown => {
  if (typeof value === 'string') return value.normalize();
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.normalize(), one]));
};
