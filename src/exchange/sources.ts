import { imageTypeOf } from '#bank/image/image-format.ts';
import { success } from '#contract/result.ts';
import { lastSegment } from '#primitives/last-segment.ts';
import { createBudget, type GivenFile } from './archive.ts';
import type { ReadContext, ReadFailure } from './formats/format.ts';
import { formatsOf, readSource, sourceNames, unpackerOf } from './formats/formats.ts';
import type { SourceName } from './formats/registry.ts';
import type { Source } from './import-plan.ts';
import { decodeAddress, type FindImage, openImages, type ReadNeighbor } from './source-images.ts';

/** Finds pictures among the files, by their names without folders. */
const openGiven = (files: readonly GivenFile[]): ReadNeighbor => {
  const nameOf = (path: string) => lastSegment(path).normalize().toLowerCase();
  const byName = new Map(files.map((file) => [nameOf(file.name), file]));
  return (address) => {
    const path = decodeAddress(address.replace(/[?#].*$/s, ''));
    const file = byName.get(nameOf(path)) ?? byName.get(nameOf(address));
    return file && { name: file.name, bytes: success(file.bytes) };
  };
};

/** A file without questions, or one that can't be read. */
type Refused = { name: string; failure: ReadFailure; isEmpty?: boolean };

type Opening = ReadContext & {
  /** Finds the images that the files name; among the files themselves by default. */
  find?: FindImage;
  /** The format of all files, instead of what their names say. */
  format?: unknown;
};

/** What a text without a name may be; what nothing tells is plain text. */
const namesOfText: SourceName[] = [
  'json',
  'qti',
  'openedx',
  'moodle',
  'anki',
  'markdown',
  'blackboard',
  'csv',
  'gift',
  'quizlet',
  'aiken',
];

/** Archives in archives in archives. */
const deepest = 3;

/** The files of an archive, or those that were given. */
type Folder = { prefix: string; files: readonly GivenFile[]; depth: number; find: FindImage };

/** The sources among files and in archives, and what can't be read. Others find pictures among them. */
export const openSources = (files: readonly GivenFile[], opening: Opening) => {
  const sources: Source[] = [];
  const refused: Refused[] = [];
  const budget = createBudget();
  const refuse = (name: string, message: string, isEmpty = false) =>
    refused.push({ name, failure: { line: 1, message }, isEmpty });
  const { find = openImages(openGiven(files)) } = opening;
  const folders: Folder[] = [{ prefix: '', files, depth: 0, find }];

  const open = (name: string, bytes: Uint8Array, folder: Folder) => {
    const format = folder.depth === 0 ? opening.format : undefined;
    const isNamed = format !== undefined || /\.[^./]+$/.test(name);
    const names = isNamed ? formatsOf(format ?? name) : namesOfText;
    if (names.length === 0) {
      refuse(name, `This is none of ${sourceNames.join(', ')} and txt.`);
      return;
    }
    const read = readSource({ name: lastSegment(name), bytes }, names, opening);
    if (!read.ok) {
      refused.push({ name, failure: read.failure });
      return;
    }
    const { reader, reading } = read.value;
    if (reading.entries.length > 0) sources.push({ file: name, reading, find: folder.find });
    else if (folder.depth === 0) {
      refuse(name, `There are no questions in it: it was searched for ${reader.shape}.`, true);
    }
  };
  for (const folder of folders) {
    const before = sources.length + refused.length + folders.length;
    for (const file of folder.files) {
      const name = folder.prefix + file.name;
      const depth = folder.depth + 1;
      if (imageTypeOf(name.toLowerCase()) !== undefined) continue;
      const unpack = unpackerOf(name);
      if (!unpack) {
        // Other files of a package are ignored.
        if (folder.depth === 0 || formatsOf(name).length > 0) open(name, file.bytes, folder);
        continue;
      }
      const packed = unpack(file.bytes, budget);
      if (depth > deepest) refuse(name, 'It lies in too many other archives: unpack those.');
      else if (!packed.ok) refuse(name, packed.failure);
      else {
        const inside = openImages(openGiven(packed.value));
        folders.push({ prefix: `${name}/`, files: packed.value, depth, find: inside });
      }
    }
    if (folder.depth > 0 && before === sources.length + refused.length + folders.length) {
      const message = 'There are no questions in it: it was searched for files in a known format.';
      refuse(folder.prefix.slice(0, -1), message, true);
    }
  }
  return { sources, refused };
};
