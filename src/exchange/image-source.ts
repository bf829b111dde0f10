import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { checkImage, endingOf } from '#bank/image/image-format.ts';
import { readBytes, sizeLimits } from '#bank/parse/text-file.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { type ImageUse, titleOf } from './item.ts';

/** A valid image with the file ending of its format. */
export type Image = { bytes: Buffer; ending: string };

const megabyte = 1024 * 1024;
const mostInAll = 512 * megabyte;

const dataAddress = /^data:image\/(svg\+xml|png|jpe?g|webp);base64,([A-Za-z0-9+/]*={0,2})$/;

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
export const decodeAddress = (target: string) => {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
};

const isWithin = (folder: string, path: string) => {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

/** The paths that an address may mean: as it is, decoded, and without its query. */
const pathsOf = (target: string) => {
  const bare = target.replace(/[?#].*$/s, '');
  return [...new Set([target, decodeAddress(target), bare, decodeAddress(bare)])];
};

const readNeighbour = (folder: string, target: string): Result<Image, string> => {
  const shown = `the picture "${titleOf(target)}"`;
  const paths = pathsOf(target);
  for (const path of paths) {
    if (path.includes('\0')) return failed(`${shown} has no such name`);
    const isOutside =
      isAbsolute(path) || path.includes('\\') || !isWithin(folder, resolve(folder, path));
    if (isOutside) return failed(`${shown} is outside the source's folder`);
  }
  for (const path of paths) {
    const full = resolve(folder, path);
    try {
      // A link may lead outside, and a pipe never ends.
      if (!isWithin(folder, realpathSync(full)))
        return failed(`${shown} is outside the source's folder`);
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

const readAddress = (folder: string, target: string): Result<Image, string> => {
  if (target.startsWith('data:')) {
    const [, kind = '', data = ''] = dataAddress.exec(target.replace(/\s+/g, '')) ?? [];
    if (kind === '') return failed('an embedded picture is not svg, png, jpg or webp in base64');
    return check(`picture.${kind === 'svg+xml' ? 'svg' : kind}`, Buffer.from(data, 'base64'));
  }
  if (target === '') return failed('a picture has no address');
  if (target.startsWith('@@')) return failed(`the picture "${titleOf(target)}" is not in the file`);
  if (/^(?:https?:)?\/\//i.test(target)) {
    return failed(`the picture "${titleOf(target)}" is on the web: put it beside the source`);
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) {
    return failed(`the picture "${titleOf(target)}" is not a path`);
  }
  return readNeighbour(folder, target);
};

/** Finds the images of a source file, and rejects those that are unsafe or elsewhere. */
export const openImages = (sourceFile: string) => {
  const known = new Map<string, Result<Image, string>>();
  let folder: string | undefined;
  let total = 0;
  return (target: ImageUse['target']): Result<Image, string> => {
    if (typeof target !== 'string') return check(target.name, target.bytes);
    const before = known.get(target);
    if (before) return before;
    folder ??= realpathSync(dirname(sourceFile));
    const found =
      total > mostInAll ? failed('the pictures are too many') : readAddress(folder, target);
    if (found.ok) total += found.value.bytes.length;
    known.set(target, found);
    return found;
  };
};

export type FindImage = ReturnType<typeof openImages>;
