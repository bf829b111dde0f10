import { decodeSegment } from '#primitives/encode.ts';

/**
 * Where the compiled bank keeps the answer to each address, relative to its folder. Every file system
 * and static host accepts these names, and no two ids share one, even where case is ignored:
 * lowercase letters, digits, dashes and inner dots stay, every other byte becomes `_` and its hex.
 */
export const providers = 'providers.json';
export const exams = (providerId: string) => `${fileName(providerId)}/exams.json`;
export const exam = (providerId: string, examName: string) =>
  `${examFolder(providerId, examName)}/exam.json`;
export const bundle = (providerId: string, examName: string) =>
  `${examFolder(providerId, examName)}/bundle.json`;
export const question = (providerId: string, examName: string, questionId: string) =>
  `${examFolder(providerId, examName)}/questions/${fileName(questionId)}.json`;
export const image = (providerId: string, examName: string, questionId: string, file: string) =>
  `${examFolder(providerId, examName)}/images/${fileName(questionId)}/${fileName(file)}`;

const examFolder = (providerId: string, examName: string) =>
  `${fileName(providerId)}/${fileName(examName)}`;

const PLAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
/** Windows reserves these names, with any extension. */
const RESERVED = /^(?:aux|con|nul|prn|com\d|lpt\d)(?:\.|$)/;
/** File systems allow 255 bytes; extensions and temporary names need some of them. */
const LONGEST = 200;

const encoder = new TextEncoder();
const escapeByte = (byte: number) => `_${byte.toString(16).padStart(2, '0')}`;
const escapes = Array.from({ length: 128 }, (_, byte) => escapeByte(byte));
const escapeCharacter = (character: string) =>
  escapes[character.charCodeAt(0)] ?? Array.from(encoder.encode(character), escapeByte).join('');

function fileName(id: string): string {
  const name = PLAIN.test(id) ? id : escapeName(id);
  const safe = RESERVED.test(name) ? escapeByte(name.charCodeAt(0)) + name.slice(1) : name;
  if (safe.length <= LONGEST) return safe;
  // No other name ends in a lone `_`, so a name split into folders can't equal another one.
  return (safe.match(/.{1,200}/g) ?? []).join('_/-');
}

const escapeName = (id: string) =>
  id
    .replace(/[^a-z0-9.-]/gu, escapeCharacter)
    // Only a dot between plain characters stays.
    .replace(/(?<![a-z0-9-])\.|\.(?![a-z0-9-])/g, '_2e');

/** Undoes `fileName`. Undefined if the bytes are not UTF-8. */
const readName = (name = '') => decodeSegment(name.replace(/_([0-9a-f]{2})/g, '%$1'));

const patterns = [
  ['providers', /\/data\/providers\.json$/],
  ['exams', /\/data\/([^/]+)\/exams\.json$/],
  ['questions', /\/data\/([^/]+)\/([^/]+)\/exam\.json$/],
  ['question', /\/data\/([^/]+)\/([^/]+)\/questions\/[^/]+\.json$/],
  ['image', /\/data\/([^/]+)\/([^/]+)\/images\/[^/]+\/[^/]+$/],
] as const;

/** Reads a path below a folder `data`: what it is the answer to, and the folder's parent. */
export const readDataPath = (path: string) => {
  const whole = path.replaceAll('_/-', '');
  for (const [kind, pattern] of patterns) {
    const found = pattern.exec(whole);
    if (!found) continue;
    const [, providerName, name] = found;
    const folder = whole.slice(0, found.index);
    return { kind, folder, providerId: readName(providerName), examName: readName(name) };
  }
  return undefined;
};
