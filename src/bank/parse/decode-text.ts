import { failed, type Result, success } from '#contract/result.ts';
import type { LocalDiagnostic } from '../diagnostic.ts';

export const kilobyte = 1024;
/** Bytes. */
export const sizeLimits = {
  question: 32 * kilobyte,
  image: 64 * kilobyte,
  yaml: 64 * kilobyte,
};

// Control characters except tab and line feed.
const unprintable = /[^\P{Cc}\t\n]/u;

const decoder = new TextDecoder('utf-8', { fatal: true });

export const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
};

/** Text with `\n` line ends and its accents in one form (NFC), or the first control character in it. */
export const checkText = (raw: string): Result<string, LocalDiagnostic> => {
  const text = raw.replace(/\r\n?/g, '\n').normalize();
  const at = text.search(unprintable);
  if (at === -1) return success(text);
  const line = text.slice(0, at).split('\n').length;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  const message = `Line ${line} holds a control character (U+${code}): remove it.`;
  return failed({ line, message });
};

/** Text with `\n` line ends and no byte order mark, or what is wrong with the bytes. */
export const decodeText = (bytes: Uint8Array): Result<string, string> => {
  const raw = decodeUtf8(bytes);
  if (raw === undefined) return failed('The file is not UTF-8: save it in that encoding.');
  const text = checkText(raw);
  return text.ok ? text : failed(text.failure.message);
};
