import { expect, it } from 'vitest';
import { drawForScheme } from '#theme/themed-image.ts';

const svg = (style: string) =>
  new Blob([`<svg><style>${style}</style></svg>`], { type: 'image/svg+xml' });

const styleOf = async (picture: Blob) => /<style>(.*)<\/style>/.exec(await picture.text())?.[1];

it('answers what an SVG asks about the color scheme', async () => {
  const both = svg(
    '@media (prefers-color-scheme:dark){a{}} @media screen and ( Prefers-Color-Scheme : LIGHT ){b{}}',
  );
  expect(await styleOf(await drawForScheme(both, 'dark'))).toBe(
    '@media (min-width: 0){a{}} @media screen and (max-width: 0){b{}}',
  );
  expect(await styleOf(await drawForScheme(both, 'light'))).toBe(
    '@media (max-width: 0){a{}} @media screen and (min-width: 0){b{}}',
  );
});

it('leaves every other picture as it is', async () => {
  const plain = svg('a{fill:#fff}');
  expect(await drawForScheme(plain, 'dark')).toBe(plain);
  const photograph = new Blob(['(prefers-color-scheme:dark)'], { type: 'image/png' });
  expect(await drawForScheme(photograph, 'dark')).toBe(photograph);
});
