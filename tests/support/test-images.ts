import { crc32, deflateSync } from 'node:zlib';

/** A real PNG of 16 by 12 pixels, long enough to be cut in half in the middle of its data. */
export const pngBytes: Uint8Array<ArrayBuffer> = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAMCAIAAADkharWAAACB0lEQVR42gXBT4RXQRwA8C/LUpJXhl2rrdEfzWGtR1' +
      'tWprxDshXr2yoVxWxGtijvsNVIh6c6rIx6qkt2D18rSoe8fuawtstIMUS92EtMzKHD2tieiE5tnw8AQAa7OBzN4VIB' +
      'dxHmFSyX8K2CvzUMEBxq4KyH2RaeJuh18BWAQcYGOctzNlEwhWxJsbpkqxXzNRPEyoYNesZbFhJrO7YEICAT27jYnY' +
      'vbhTiG4rsS66V4V4m5WlwlsdyIL17EVuxL4lYn+gAkZHIzlyyXlwspUP5W8kMpT1YSa/ma5I9G9ryca+W9JJ91cg0A' +
      'IcM+jv05bipwC+KAwu0lDlc4WONPwtEGpz3ubXEj4eEObwJoyLTk2uR6rNAd6jGlZ0o9UulU6xHSM41e8bpt9Zmkz3' +
      'c6AhjIzEFuruVmT2FW0JxQ5nhpNirzqjbXyTxpzLw3tjVvk/nXmZcAFjI7yu3F3H4u7BLaG8oulPZRZcvaviEbGzvp' +
      '7Xhr15Pd0dmtAAQZ7ec0mdOfghaQ7itaK+l0ReM1/SLqb+iIp5WWTiVa7Og5gIPMce6K3KXCVehIOV86VTmoHSdXNC' +
      '55V7WOkvOdUwABsnCBh14eHhdBY/iows4yHKhCqMM0hYdNOOeDbMNwCle68AkgQhaneHyRx+UiTmAcUnG2jO+rWNdx' +
      'keJYE4d8XG3jnRQfdHHqPwYbAQB0vzQfAAAAAElFTkSuQmCC',
  ),
  (character) => character.charCodeAt(0),
);

/** A real SVG, 160 by 90, that shows its label. */
export const svgBytes = (label: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90" viewBox="0 0 160 90">' +
      '<rect width="160" height="90" fill="#2563eb"/>' +
      `<text x="80" y="50" fill="#fff" font-size="20" text-anchor="middle">${label}</text></svg>`,
  );

const chunk = (type: string, data: Uint8Array) => {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
};

/** A PNG from its rows, each of which begins with a filter byte. Gray with one bit, or RGB. */
export const encodePng = (
  width: number,
  height: number,
  format: 'gray' | 'rgb',
  rows: Uint8Array,
): Uint8Array<ArrayBuffer> => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(format === 'gray' ? [1, 0] : [8, 2], 8);
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
};

/** A gray PNG of any size, of a few kilobytes at most. */
export const pngOf = (width: number, height: number) => {
  const line = Buffer.alloc(1 + Math.ceil(width / 8), 0b10101010);
  line[0] = 0;
  return encodePng(width, height, 'gray', Buffer.concat(Array(height).fill(line)));
};

/** An SVG that tells its shape by `viewBox` alone, or by its sides. */
export const svgOf = (width: number, height: number, sides = false): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"` +
      `${sides ? ` width="${width}" height="${height}"` : ''}>` +
      `<rect width="${width}" height="${height}" fill="#2563eb"/></svg>`,
  );

/** Too large for an icon in a line of text. */
export const largePng = pngOf(160, 120);
