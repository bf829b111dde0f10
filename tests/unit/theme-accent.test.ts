import { describe, expect, it } from 'vitest';
import { accentOf, colorNames, pickColor } from '#theme/accent.ts';

it('knows the ten colors, in order', () => {
  expect(colorNames.join(', ')).toBe(
    'blue, red, green, yellow, teal, purple, pink, indigo, orange, cyan',
  );
});

it('gives every color its share of chance', () => {
  const picked = colorNames.map((_, place) => pickColor(() => (place + 0.5) / 10));
  expect(picked).toEqual([...colorNames]);
  for (const chance of [0, 0.999_999_999]) expect(colorNames).toContain(pickColor(() => chance));
});

describe("a provider's accent", () => {
  it('follows from its id, on every device', () => {
    expect(['AWS', 'Azure', 'Google-Cloud'].map(accentOf)).toEqual(['orange', 'cyan', 'indigo']);
  });

  it('spreads over all colors, and is one of them for any id', () => {
    const ids = Array.from({ length: 200 }, (_, place) => `provider ${place}`);
    expect(new Set(ids.map(accentOf)).size).toBe(10);
    for (const id of ['', '日本', '\ud800', 'a'.repeat(10_000)]) {
      expect(colorNames).toContain(accentOf(id));
    }
  });
});
