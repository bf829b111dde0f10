import { describe, expect, it } from 'vitest';
import { accentOf, colourNames, pickColour } from '#theme/accent.ts';

it('knows the ten colours, in order', () => {
  expect(colourNames.join(', ')).toBe(
    'blue, red, green, yellow, teal, purple, pink, indigo, orange, cyan',
  );
});

it('gives every colour its share of chance', () => {
  const picked = colourNames.map((_, place) => pickColour(() => (place + 0.5) / 10));
  expect(picked).toEqual([...colourNames]);
  for (const chance of [0, 0.999_999_999]) expect(colourNames).toContain(pickColour(() => chance));
});

describe("a provider's accent", () => {
  it('stays the same for the visit', () => {
    const first = accentOf('aws');
    expect(Array.from({ length: 20 }, () => accentOf('aws'))).toEqual(Array(20).fill(first));
  });

  it('is unlike the others while colours last, and a colour all the same after that', () => {
    const providers = Array.from({ length: 12 }, (_, place) => accentOf(`provider ${place}`));
    const first = [accentOf('aws'), ...providers.slice(0, 9)];
    expect(new Set(first).size).toBe(10);
    for (const accent of providers) expect(colourNames).toContain(accent);
  });
});
