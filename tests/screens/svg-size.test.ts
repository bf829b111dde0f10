import { expect, it } from 'vitest';
import { measureImage } from '#api/image-validation.ts';
import { readImageSize } from '#bank/image/image-format.ts';

const BOX = 'viewBox="0 0 300 150"';

/** The natural size that browsers give an image by its root, which layout reserves room for. */
it.each([
  ['width="30" height="20"', 30, 20],
  ['width="30px" height="20.5px"', 30, 20.5],
  [`width="30" height="20" ${BOX}`, 30, 20],
  [BOX, 300, 150],
  ['viewBox=" 0,0 300,150 "', 300, 150],
  [`width="30" ${BOX}`, 30, 15],
  [`height="30" ${BOX}`, 60, 30],
  [`width="100%" height="100%" ${BOX}`, 300, 150],
  [`width="10em" ${BOX}`, 300, 150],
  ['width="30"', 0, 0],
  ['width="0" height="20"', 0, 0],
  ['viewBox="0 0 0 9"', 0, 0],
  ['viewBox="none"', 0, 0],
  ['', 0, 0],
])('the app and the bank take an SVG with %s as %i × %i', async (attributes, width, height) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><path d="M0 0h9"/></svg>`;
  const bytes = new TextEncoder().encode(svg);
  expect(await measureImage('image/svg+xml', bytes.buffer)).toEqual({ width, height });
  expect(readImageSize('a.svg', bytes) ?? { width: 0, height: 0 }).toEqual({ width, height });
});
