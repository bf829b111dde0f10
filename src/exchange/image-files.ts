import { realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { checkImage, endingOf } from '#bank/image/image-format.ts';
import { readBytes, sizeLimits } from '#bank/parse/text-file.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { titleOf } from './item.ts';

/** A valid image with the file ending of its format. */
export type Image = { bytes: Buffer; ending: string };

/** Decodes an address. One that is not encoded stays unchanged. */
export const decodeAddress = (address: string) => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

/** Finds a file in a folder by an address, which may be encoded and have a query. */
const findNeighbor = (folder: string, address: string): string | undefined =>
  [address, decodeAddress(address.replace(/[?#].*$/s, ''))]
    .map((path) => resolve(folder, path))
    .find((path) => {
      try {
        // A symbolic link may lead outside, and a pipe never ends.
        return realpathSync(path).startsWith(join(folder, sep)) && statSync(path).isFile();
      } catch {
        return false;
      }
    });

const dataUrl = /^data:image\/(svg|png|jpe?g|webp)(?:\+xml)?;base64,([A-Za-z0-9+/]*={0,2})$/;

const readImage = (folder: string, address: string): Result<Image, string> => {
  const shown = `the picture "${titleOf(address.replace(/^@@PLUGINFILE@@\//, ''))}"`;
  const [, kind, data = ''] = dataUrl.exec(address) ?? [];
  const path = kind === undefined ? findNeighbor(folder, address) : `picture.${kind}`;
  if (/^data:image\/gif;|\.gif$/i.test(address)) return failed(`${shown} is a GIF: save it as png`);
  if (path === undefined) {
    return failed(`${shown} is neither beside the source nor embedded as svg, png, jpg or webp`);
  }
  const read =
    kind === undefined ? readBytes(path, sizeLimits.image) : success(Buffer.from(data, 'base64'));
  if (!read.ok) return failed(`${shown}: ${read.failure}`);
  if (read.value.length > sizeLimits.image) {
    return failed(`${shown} is over ${sizeLimits.image / 1024} KB: make it smaller`);
  }
  const image = { bytes: Buffer.from(read.value), ending: endingOf(path).toLowerCase() };
  const [flaw] = checkImage(`picture.${image.ending}`, image.bytes);
  return flaw ? failed(`${shown} is refused: ${flaw.message}`) : success(image);
};

export type FindImage = (address: string) => Result<Image, string>;

/** Finds the images of a source file: those embedded in it, and safe ones in its folder. */
export const openImages = (sourceFile: string): FindImage => {
  const folder = realpathSync(dirname(sourceFile));
  const known = new Map<string, Result<Image, string>>();
  return (address) => {
    const found = known.get(address) ?? readImage(folder, address);
    known.set(address, found);
    return found;
  };
};
