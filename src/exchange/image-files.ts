import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { checkImage, endingOf } from '#bank/image/image-format.ts';
import { readBytes, sizeLimits } from '#bank/parse/text-file.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { titleOf } from './item.ts';

/** A valid image with the file ending of its format. */
export type Image = { bytes: Buffer; ending: string };

const megabyte = 1024 * 1024;
const mostInAll = 512 * megabyte;

const check = (name: string, bytes: Buffer): Result<Image, string> => {
  const shown = `the picture "${titleOf(name)}"`;
  if (bytes.length > sizeLimits.image) {
    return failed(`${shown} is over ${sizeLimits.image / 1024} KB: make it smaller`);
  }
  const ending = endingOf(name).toLowerCase();
  const checked = checkImage(`picture.${ending}`, bytes);
  if (checked.ok) return success({ bytes, ending });
  return failed(`${shown} is refused: ${checked.failure[0]?.message ?? ''}`.replace(/\.$/, ''));
};

/** Decodes an address. One that is not encoded stays unchanged. */
export const decodeAddress = (address: string) => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

const isWithin = (folder: string, path: string) => {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const readNeighbor = (folder: string, address: string): Result<Image, string> => {
  const shown = `the picture "${titleOf(address)}"`;
  const outside = failed(`${shown} is outside the source's folder`);
  // An address may be encoded, and have a query.
  for (const path of [address, decodeAddress(address.replace(/[?#].*$/s, ''))]) {
    const full = resolve(folder, path);
    if (isAbsolute(path) || path.includes('\\') || !isWithin(folder, full)) return outside;
    try {
      // A symbolic link may lead outside, and a pipe never ends.
      if (!isWithin(folder, realpathSync(full))) return outside;
      if (!statSync(full).isFile()) continue;
    } catch {
      continue;
    }
    const bytes = readBytes(full, sizeLimits.image);
    return bytes.ok
      ? check(path, Buffer.from(bytes.value))
      : failed(`${shown}: ${bytes.failure}`.replace(/\.$/, ''));
  }
  return failed(`${shown} is not beside the source`);
};

const dataUrl = /^data:image\/(svg\+xml|png|jpe?g|webp);base64,([A-Za-z0-9+/]*={0,2})$/;

const readAddress = (folder: string, address: string): Result<Image, string> => {
  const shown = `the picture "${titleOf(address)}"`;
  if (address.startsWith('data:')) {
    const [, kind = '', data = ''] = dataUrl.exec(address) ?? [];
    if (kind === '') return failed('an embedded picture is not svg, png, jpg or webp in base64');
    return check(`picture.${kind === 'svg+xml' ? 'svg' : kind}`, Buffer.from(data, 'base64'));
  }
  if (address === '') return failed('a picture has no address');
  if (address.startsWith('@@')) return failed(`${shown} is not in the file`);
  if (/^(?:https?:)?\/\//i.test(address)) {
    return failed(`${shown} is on the web: put it beside the source`);
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return failed(`${shown} is not a path`);
  return readNeighbor(folder, address);
};

export type FindImage = (address: string) => Result<Image, string>;

/**
 * Finds the images of a source file. Rejects those that are unsafe, on the web, or outside the
 * file's folder.
 */
export const openImages = (sourceFile: string): FindImage => {
  const known = new Map<string, Result<Image, string>>();
  let folder: string | undefined;
  let total = 0;
  return (address) => {
    const before = known.get(address);
    if (before) return before;
    folder ??= realpathSync(dirname(sourceFile));
    const found =
      total > mostInAll ? failed('the pictures are too many') : readAddress(folder, address);
    if (found.ok) total += found.value.bytes.length;
    known.set(address, found);
    return found;
  };
};
