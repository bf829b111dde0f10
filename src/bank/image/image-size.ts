export type Size = { width: number; height: number };

export const sizeOfPng = (bytes: Buffer): Size => ({
  width: bytes.readUInt32BE(16),
  height: bytes.readUInt32BE(20),
});

/** Frame headers are C0 to CF, except C4, C8 and CC, which hold tables. */
const isFrame = (code: number) =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;

export const sizeOfJpeg = (bytes: Buffer): Size | undefined => {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const code = bytes[at + 1] ?? 0;
    if (isFrame(code)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    // Any number of FF may precede a segment.
    at += code === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
};

export const sizeOfWebp = (bytes: Buffer): Size | undefined => {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') {
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
};

const pixels = (length: string | undefined) =>
  /^\d+(?:\.\d+)?(?:px)?$/.test(length ?? '') ? Number.parseFloat(length ?? '') : undefined;

export const sizeOfSvg = (bytes: Buffer): Size | undefined => {
  const [root = ''] = /<svg\s[^<>]*>/.exec(bytes.toString('utf8')) ?? [];
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(root)?.[1];
  const [, , boxWidth = 0, boxHeight = 0] = (attribute('viewBox') ?? '')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number);
  const ratio = boxWidth / boxHeight;
  const [width, height] = [pixels(attribute('width')), pixels(attribute('height'))];
  if (width && height) return { width, height };
  if (width) return { width, height: width / ratio };
  return height ? { width: height * ratio, height } : { width: boxWidth, height: boxHeight };
};
