const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Made when they are needed, so that the page's inline script, which needs none, is without them. */
const patterns = () => {
  const word = words.join('|');
  return [
    // "Which TWO actions", "Select the THREE best": a number in capitals after the question word.
    new RegExp(
      `\\b(?:[Ww]hich|[Ww]hat|[Cc]hoose|[Ss]elect|[Pp]ick|[Ii]dentify)(?: [a-z]+){0,3} (${word.toUpperCase()})\\b`,
      'g',
    ),
    // "(Choose two.)", "Select any 3 answers.": an instruction of its own, in any case.
    new RegExp(
      `(?:^|[^\\w\\s]\\s*)(?:choose|select|pick)\\s+(?:(?:any|the)\\s+)?(${word}|\\d+)\\b`,
      'gim',
    ),
  ];
};

/** The numbers of options to choose that a stem states: 2 for "Which TWO …? (Choose two.)". */
export const findStatedCounts = (stem: string): number[] => {
  const matches = patterns().flatMap((pattern) => [...stem.matchAll(pattern)]);
  const toNumber = (text: string) => {
    const index = words.indexOf(text.toLowerCase());
    return index < 0 ? Number(text) : index;
  };
  return [...new Set(matches.map(([, text = '']) => toNumber(text)))];
};
