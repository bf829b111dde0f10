/** Accents for providers and their exams (spec: Look). */
export const colorNames = [
  'blue',
  'red',
  'green',
  'yellow',
  'teal',
  'purple',
  'pink',
  'indigo',
  'orange',
  'cyan',
] as const;

export type ColorName = (typeof colorNames)[number];

/** One of the colors by chance. `random` gives a number from 0 up to 1, as Math.random does. */
export const pickColor = (random: () => number = Math.random): ColorName =>
  colorNames[Math.floor(random() * colorNames.length)] ?? 'blue';

/** Both primes; with this factor, the providers that come with CertDeck differ clearly. */
const FACTOR = 191;
const RANGE = 9973;

/** A provider's accent, which follows from its id and so is the same on every device. */
export const accentOf = (providerId: string): ColorName => {
  let hash = 0;
  for (const letter of providerId) hash = (hash * FACTOR + (letter.codePointAt(0) ?? 0)) % RANGE;
  return colorNames[hash % colorNames.length] ?? 'blue';
};
