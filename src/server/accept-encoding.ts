import type { Encoding } from './site.ts';

/** The preferred first; used among equals. */
const preference = ['br', 'gzip', 'identity'] as const;

/**
 * Chooses how to send a file that exists in the given encodings, from an Accept-Encoding header.
 * Identity is the answer to every header that allows nothing we have.
 */
export function chooseEncoding(
  header: string | null | undefined,
  available: readonly Encoding[],
): Encoding | 'identity' {
  const weights = parseWeights(header ?? '');
  const weigh = (coding: (typeof preference)[number]) =>
    weights.get(coding) ?? weights.get('*') ?? 0;
  let best: Encoding | 'identity' = 'identity';
  // Not mentioned, identity is allowed but the last choice.
  let bestWeight = 0;
  for (const coding of preference) {
    if (coding !== 'identity' && !available.includes(coding)) continue;
    if (weigh(coding) > bestWeight) {
      best = coding;
      bestWeight = weigh(coding);
    }
  }
  return best;
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, parseWeight(weight));
  }
  return weights;
}

/** A weight that is none counts as a refusal: identity is then the safe answer. */
const parseWeight = (text: string) => (/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? +text : 0);
