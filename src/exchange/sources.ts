import { imageTypeOf } from '#bank/image/image-format.ts';
import { failed, success } from '#contract/result.ts';
import { type GivenFile, isArchive, openArchive } from './archive.ts';
import type { ReadContext, ReadFailure } from './formats/format.ts';
import { formatsOf, readSource, sourceNames } from './formats/formats.ts';
import type { SourceName } from './formats/registry.ts';
import type { Source } from './import-plan.ts';
import { decodeAddress, type FindImage, openImages, type ReadNeighbor } from './source-images.ts';

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Finds pictures among the files, by their names without folders. */
const openGiven = (files: readonly GivenFile[]): ReadNeighbor => {
  const nameOf = (path: string) => lastPart(path).toLowerCase();
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

const openPackage = ({ name, bytes }: GivenFile, { columns, countFrom }: Opening) => {
  const files = openArchive(bytes);
  if (!files.ok) return failed<ReadFailure>({ line: 1, message: files.failure });
  const { sources } = openSources(files.value, { columns, countFrom });
  // Other files of a package are ignored.
  return success(sources.map((one) => ({ ...one, file: `${name}/${one.file}` })));
};

/** What a text without a name may be; what nothing tells is plain text. */
const namesOfText: SourceName[] = [
  ...['json', 'qti', 'moodle', 'anki', 'markdown', 'csv', 'gift', 'aiken'],
] as SourceName[];

const openFile = (file: GivenFile, opening: Opening, find: FindImage) => {
  const { name, bytes } = file;
  const isNamed = opening.format !== undefined || /\.[^./]+$/.test(name);
  const names = isNamed ? formatsOf(opening.format ?? name) : namesOfText;
  if (names.length === 0) {
    const message = `This is none of ${sourceNames.join(', ')} and txt.`;
    return failed<ReadFailure>({ line: 1, message });
  }
  const read = readSource({ name: lastPart(name), bytes }, names, opening);
  if (!read.ok) return read;
  const { reader, reading } = read.value;
  return success({ shape: reader.shape, source: { file: name, reading, find } });
};

/** The sources among files and in archives, and what can't be read. Others find pictures among them. */
export const openSources = (files: readonly GivenFile[], opening: Opening) => {
  const { find = openImages(openGiven(files)) } = opening;
  const sources: Source[] = [];
  const refused: Refused[] = [];
  const add = (name: string, found: readonly Source[], shape: string) => {
    const full = found.filter(({ reading }) => reading.items.length + reading.rejected.length > 0);
    sources.push(...full);
    if (full.length > 0) return;
    const message = `There are no questions in it: it was searched for ${shape}.`;
    refused.push({ name, failure: { line: 1, message }, isEmpty: true });
  };
  for (const file of files) {
    const { name } = file;
    if (imageTypeOf(name.toLowerCase()) !== undefined) continue;
    if (isArchive(name)) {
      const packed = openPackage(file, opening);
      if (packed.ok) add(name, packed.value, 'files in a known format');
      else refused.push({ name, failure: packed.failure });
      continue;
    }
    const read = openFile(file, opening, find);
    if (read.ok) add(name, [read.value.source], read.value.shape);
    else refused.push({ name, failure: read.failure });
  }
  return { sources, refused };
};
