const words = ['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE'];
const word = words.join('|');
const anyCase = `${word}|${word.toLowerCase()}|${words.map((text) => text[0] + text.slice(1).toLowerCase()).join('|')}|\\d`;

// "Which TWO actions", "Select the THREE best": a number in capitals soon after the asking word.
const inCapitals = new RegExp(
  `\\b(?:[Ww]hich|[Ww]hat|[Cc]hoose|[Ss]elect|[Pp]ick|[Ii]dentify)(?: [a-z]+){0,3} (${word})\\b`,
  'g',
);
// "(Choose two.)", "Select 3 answers.": the order itself, in any case, as a sentence of its own.
const asOrder = new RegExp(
  `(?:^|[.?!(]\\s*)(?:[Cc]hoose|[Ss]elect|[Pp]ick)(?: the)? (${anyCase})(?: [a-z]+){0,2}(?=[.)]|$)`,
  'gm',
);

// Spares nearly every stem the two searches.
const mayState = new RegExp(`\\b(?:${word})\\b|[Cc]hoose|[Ss]elect|[Pp]ick`);

const toNumber = (text: string) =>
  /^\d$/.test(text) ? Number(text) : words.indexOf(text.toUpperCase());

/** The numbers of right options that a stem states: "Which TWO …? (Choose two.)" states 2. */
export const findStatedCounts = (stem: string): number[] => {
  if (!mayState.test(stem)) return [];
  const matches = [...stem.matchAll(inCapitals), ...stem.matchAll(asOrder)];
  return [...new Set(matches.map((match) => toNumber(match[1] ?? '')))];
};
