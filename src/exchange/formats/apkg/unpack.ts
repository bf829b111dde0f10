import { Decompress } from 'fzstd';
import { failed, success } from '#contract/result.ts';
import { isObject, parseJson } from '#primitives/json.ts';
import type { Budget, GivenFile } from '../../archive.ts';
import type { Unpack } from '../format.ts';
import { joinBytes, openDatabase, type Row } from './sqlite.ts';

/** Newer packages are compressed with zstd, which begins with these bytes. */
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];
const CHUNK = 64 * 1024;

const inflate = (bytes: Uint8Array, budget: Budget): Uint8Array | undefined => {
  if (!ZSTD.every((byte, at) => bytes[at] === byte)) return bytes;
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    // A frame need not say its size, so what comes of it is counted as it comes.
    const stream = new Decompress((part) => {
      size += part.length;
      if (size > budget.left) throw new RangeError('It unpacks to too much');
      parts.push(part.slice());
    });
    for (let at = 0; at < bytes.length; at += CHUNK)
      stream.push(bytes.subarray(at, at + CHUNK), at + CHUNK >= bytes.length);
  } catch {
    return undefined;
  }
  budget.left -= size;
  return joinBytes(parts);
};

/** The names in a list of messages of which field 1 is a message with the name as its field 1. */
const readNames = (bytes: Uint8Array): string[] => {
  const names: string[] = [];
  const sizeAt = (at: number): [size: number, end: number] => {
    let size = 0;
    let end = at;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[end] ?? 0;
      end += 1;
      size += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    return [size, end];
  };
  for (let at = 0; bytes[at] === 10; ) {
    const [size, begin] = sizeAt(at + 1);
    const [length, start] = bytes[begin] === 10 ? sizeAt(begin + 1) : [0, begin];
    names.push(new TextDecoder().decode(bytes.subarray(start, start + length)));
    at = begin + size;
  }
  return names;
};

/** The pictures' names by what they are called in the package. */
const readMedia = (bytes: Uint8Array): Map<string, string> => {
  const list = parseJson(new TextDecoder().decode(bytes));
  if (isObject(list)) return new Map(Object.entries(list).map(([at, name]) => [at, String(name)]));
  return new Map(readNames(bytes).map((name, at) => [String(at), name]));
};

type Kind = { name: string; fields: string[] };

/** The kinds of notes with their fields, as older packages keep them, or newer ones. */
const readKinds = (readTable: (name: string) => Row[]): Map<string, Kind> => {
  const kinds = new Map<string, Kind>();
  const models = parseJson(String(readTable('col')[0]?.cells[9] ?? ''));
  for (const [id, model] of Object.entries(isObject(models) ? models : {})) {
    const { name, flds } = Object(model);
    const fields = Array.isArray(flds) ? flds.map((field) => String(Object(field).name)) : [];
    kinds.set(id, { name: String(name), fields });
  }
  for (const { id, cells } of readTable('notetypes')) {
    kinds.set(String(cells[0] ?? id), { name: String(cells[1]), fields: [] });
  }
  const fields = readTable('fields').toSorted((a, b) => Number(a.cells[1]) - Number(b.cells[1]));
  for (const { cells } of fields) kinds.get(String(cells[0]))?.fields.push(String(cells[2]));
  return kinds;
};

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The notes as Anki exports them as text, a file for each kind. */
const printNotes = (readTable: (name: string) => Row[]): GivenFile[] => {
  const kinds = readKinds(readTable);
  const byKind = new Map<string, string[]>();
  for (const { cells } of readTable('notes')) {
    const [, , kind, , , , texts] = cells;
    if (typeof texts !== 'string') continue;
    const rows = byKind.get(String(kind)) ?? [];
    byKind.set(String(kind), rows);
    rows.push(texts.split('\u001f').map(cell).join('\t'));
  }
  return [...byKind].map(([id, rows], index) => {
    const { name = 'Cards', fields = [] } = kinds.get(id) ?? {};
    const columns = fields.map((field) => field.replace(/\s+/g, ' ')).join('\t');
    const text = `#separator:tab\n#html:true\n#columns:${columns}\n${rows.join('\n')}\n`;
    const file = `${name.replace(/[^\p{L}\p{N} -]/gu, '').trim() || index}.anki`;
    return { name: file, bytes: new TextEncoder().encode(text) };
  });
};

/** The newest first: a package has an older one beside it that only says to update. */
const COLLECTIONS = ['collection.anki21b', 'collection.anki21', 'collection.anki2'];

/** A package of Anki's as its notes in text, and its pictures. */
export const unpackApkg: Unpack = (files, budget) => {
  const named = new Map(files.map((file) => [file.name, file.bytes]));
  const packed = COLLECTIONS.map((name) => named.get(name)).find((found) => found !== undefined);
  const collection = packed && inflate(packed, budget);
  const readTable = collection && openDatabase(collection);
  if (!readTable) return failed('It is no package of Anki’s that can be read.');
  const media = inflate(named.get('media') ?? new Uint8Array(), budget);
  const pictures = [...readMedia(media ?? new Uint8Array())].flatMap(([at, name]) => {
    const picture = named.get(at);
    const content = picture && inflate(picture, budget);
    return content ? [{ name, bytes: content }] : [];
  });
  return success([...printNotes(readTable), ...pictures]);
};
