/** Accents for providers and their exams (spec: Look). */
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

export const ACCENTS_KEY = 'accents';

const readPicked = (): [string, ColourName][] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ACCENTS_KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter(([id, name]) => typeof id === 'string' && colourNames.includes(name))
      : [];
  } catch {
    return [];
  }
};

let picked: Map<string, ColourName> | undefined;

/** The accent of a provider: a random one, distinct while colors last, then stored on the device. */
export const accentOf = (providerId: string): ColourName => {
  picked ??= new Map(readPicked());
  const known = picked.get(providerId);
  if (known) return known;
  const taken = new Set(picked.values());
  const free = colourNames.filter((name) => !taken.has(name));
  const accent = pickColour(Math.random, free.length > 0 ? free : colourNames);
  picked.set(providerId, accent);
  try {
    localStorage.setItem(ACCENTS_KEY, JSON.stringify([...picked]));
  } catch {
    // Storage may be denied; the accent then lasts for this visit.
  }
  return accent;
};
