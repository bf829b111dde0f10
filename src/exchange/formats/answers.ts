import { failed, type Result, success } from '#contract/result.ts';

export const letterOf = (index: number) => String.fromCharCode(65 + index);

/** The options that a name may mean: by text, letter or number from 1. "option2" is a place only. */
const findOptions = (options: readonly string[], name: string): number[] => {
  const [, letter, number] = /^(?:option[ \t]*)?(?:([a-z])|(\d{1,3}))[.)]?$/i.exec(name) ?? [];
  const place = letter ? letter.toUpperCase().charCodeAt(0) - 65 : Number(number ?? 0) - 1;
  const places = place >= 0 && place < options.length ? [place] : [];
  if (/^option\d+$/.test(name)) return places;
  const exact = options.indexOf(name);
  const isAlike = (text: string) => text.toLowerCase() === name.toLowerCase();
  const texts = options.flatMap((text, index) => (isAlike(text) ? [index] : []));
  return [...new Set([...(exact === -1 ? texts : [exact]), ...places])];
};

/** Splits an answer that names several options; "BD", as in many banks, comes last. */
const findSeveral = (options: readonly string[], answer: string): number[][] => {
  const ways = [[answer], ...['\n', '|', ';', ','].map((separator) => answer.split(separator))];
  if (/^[A-Z]{2,26}$/.test(answer)) ways.push([...answer]);
  for (const way of ways) {
    const names = way.map((name) => name.trim()).filter((name) => name !== '');
    const found = names.map((name) => findOptions(options, name));
    if (found.length > 0 && found.every((places) => places.length > 0)) return found;
  }
  return [[]];
};

/**
 * Finds the options that the answers name. One answer may name several. Fails for an answer that
 * names no option, or could mean two.
 */
export const readAnswers = (
  options: readonly string[],
  answers: readonly string[],
): Result<boolean[], string> => {
  const right = options.map(() => false);
  for (const answer of answers) {
    const shown = `has the answer "${answer.length > 40 ? `${answer.slice(0, 39)}…` : answer}"`;
    for (const [place, other] of findSeveral(options, answer)) {
      if (place === undefined) return failed(`${shown}, which is no option`);
      if (other !== undefined) {
        return failed(`${shown}, which could be option${place + 1} or option${other + 1}`);
      }
      right[place] = true;
    }
  }
  return right.includes(true) ? success(right) : failed('names no right answer');
};
