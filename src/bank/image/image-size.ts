import { type ImageSize, sizeOfSvgRoot } from '#primitives/svg-size.ts';

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const sizeOfPng = (bytes: Uint8Array): ImageSize => {
  const view = viewOf(bytes);
  return { width: view.getUint32(16), height: view.getUint32(20) };
};

/** Frame headers are C0 to CF, except C4, C8 and CC, which hold tables. */
const isFrame = (code: number) =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;

export const sizeOfJpeg = (bytes: Uint8Array): ImageSize | undefined => {
  const view = viewOf(bytes);
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const code = bytes[at + 1] ?? 0;
    if (isFrame(code)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Any number of FF may precede a segment.
    at += code === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
};

export const sizeOfWebp = (bytes: Uint8Array): ImageSize | undefined => {
  const view = viewOf(bytes);
  const kind = String.fromCharCode(...bytes.subarray(12, 16));
  if (kind === 'VP8X') {
    // Numbers of three bytes.
    const read = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
    return { width: read(24) + 1, height: read(27) + 1 };
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return {
    width: view.getUint16(26, true) & 0x3fff,
    height: view.getUint16(28, true) & 0x3fff,
  };
};

export const sizeOfSvg = (bytes: Uint8Array): ImageSize | undefined => {
  const [root = ''] = /<svg\s[^<>]*>/.exec(new TextDecoder().decode(bytes)) ?? [];
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(root)?.[1];
  return sizeOfSvgRoot(attribute);
};
