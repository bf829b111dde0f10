import { checkImage, endingOf } from '#bank/image/image-format.ts';
import { kilobyte, sizeLimits } from '#bank/parse/decode-text.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { fromBase64 } from '#primitives/base64.ts';
import { titleOf } from './item.ts';

/** A valid image with the file ending of its format. */
type Image = { bytes: Uint8Array; ending: string };

/** Reads a file beside the source by its address in a text; undefined if there is none. */
export type ReadNeighbor = (
  address: string,
) => { name: string; bytes: Result<Uint8Array, string> } | undefined;

/** Ignores a single character left over, like other decoders. */
const decodeLeniently = (text: string): Uint8Array => {
  const whole = text.replaceAll('=', '');
  const rest = whole.length % 4 === 1 ? 1 : 0;
  return fromBase64(whole.slice(0, whole.length - rest));
};

/** Decodes an address. One that is not encoded stays unchanged. */
export const decodeAddress = (address: string) => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

const dataUrl = /^data:image\/(svg|png|jpe?g|webp)(?:\+xml)?;base64,([A-Za-z0-9+/]*={0,2})$/;

const readEmbedded: ReadNeighbor = (address) => {
  const [, kind, data = ''] = dataUrl.exec(address) ?? [];
  return kind ? { name: `picture.${kind}`, bytes: success(decodeLeniently(data)) } : undefined;
};

const readImage = (readNeighbor: ReadNeighbor, address: string): Result<Image, string> => {
  const shown = `the picture "${titleOf(address.replace(/^@@PLUGINFILE@@\//, ''))}"`;
  if (/^data:image\/gif;|\.gif$/i.test(address)) return failed(`${shown} is a GIF: save it as png`);
  const file = readEmbedded(address) ?? readNeighbor(address);
  if (!file) {
    return failed(`${shown} is neither beside the source nor embedded as svg, png, jpg or webp`);
  }
  if (!file.bytes.ok) return failed(`${shown}: ${file.bytes.failure}`);
  const bytes = file.bytes.value;
  if (bytes.length > sizeLimits.image) {
    return failed(`${shown} is over ${sizeLimits.image / kilobyte} KB: make it smaller`);
  }
  const ending = endingOf(file.name).toLowerCase();
  const [flaw] = checkImage(`picture.${ending}`, bytes);
  return flaw ? failed(`${shown} is refused: ${flaw.message}`) : success({ bytes, ending });
};

export type FindImage = (address: string) => Result<Image, string>;

/** Finds and checks the images of a source, embedded or beside it, each once. */
export const openImages = (readNeighbor: ReadNeighbor): FindImage => {
  const known = new Map<string, Result<Image, string>>();
  return (address) => {
    const found = known.get(address) ?? readImage(readNeighbor, address);
    known.set(address, found);
    return found;
  };
};
