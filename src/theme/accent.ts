/** The colour names of SPEC 3. */
export const colourNames = [
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

export type ColourName = (typeof colourNames)[number];

/** `random` gives a number from 0 up to 1, as Math.random does. */
export const pickColour = (
  random: () => number = Math.random,
  from: readonly ColourName[] = colourNames,
): ColourName => from[Math.floor(random() * from.length)] ?? 'blue';

const picked = new Map<string, ColourName>();

/** A provider's accent: random, unlike the others while colours last, the same all visit long. */
export const accentOf = (providerId: string): ColourName => {
  const taken = new Set(picked.values());
  const free = colourNames.filter((name) => !taken.has(name));
  const accent =
    picked.get(providerId) ?? pickColour(Math.random, free.length > 0 ? free : colourNames);
  picked.set(providerId, accent);
  return accent;
};
