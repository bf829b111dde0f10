import { failed, type Result, success } from '#contract/result.ts';

export const letterOf = (index: number) => String.fromCharCode(65 + index);

export type NameRules = {
  /** The number of the first option: 0 or 1. */
  base?: number;
  /** The same for names such as "option2". */
  first?: number;
  /** The source's own names for its options, in order, instead of letters and numbers. */
  keys?: readonly (string | undefined)[] | undefined;
};

/** The options that a name may mean, by text, letter or number; "option2" is never a text. */
const findOptions = (
  options: readonly string[],
  name: string,
  { base = 1, first = 1, keys }: NameRules,
): number[] => {
  const [, letter, number] = /^(?:option[ \t_]*)?\(?(?:([a-z])|(\d{1,3}))[.)]?$/i.exec(name) ?? [];
  const isPlace = /^option_?\d+$/.test(name);
  const start = /^option/i.test(name) ? first : base;
  const labels = options.map(labelOf);
  const labeled = letter ? labels.indexOf(letter.toUpperCase()) : -1;
  const counted = letter ? letter.toUpperCase().charCodeAt(0) - 65 : Number(number ?? -1) - start;
  // Where every option carries a label, the label counts; where only some do, both must agree.
  const isLabeled = letter && !keys && !labels.includes(undefined);
  const wanted = isLabeled ? [labeled] : [keys ? keys.indexOf(name) : counted, keys ? -1 : labeled];
  const places = wanted.filter((place) => place >= 0 && place < options.length);
  if (isPlace) return places;
  // "B. blue", where option B is "blue".
  const [, called = '', words = ''] = /^\(?([a-z])[.):][ \t]+(.+)$/is.exec(name) ?? [];
  const said = called.toUpperCase().charCodeAt(0) - 65;
  if (words !== '' && options[said]?.toLowerCase() === words.toLowerCase()) return [said];
  const exact = options.indexOf(name);
  const isAlike = (text: string) => text.toLowerCase() === name.toLowerCase();
  const texts = options.flatMap((text, index) => (isAlike(text) ? [index] : []));
  return [...new Set([...(exact === -1 ? texts : [exact]), ...places])];
};

const separators = ['\n', '|', ';', ','];

/** Splits an answer that names several options. "BD" or "bd", as many banks write it, is tried last. */
const findSeveral = (options: readonly string[], answer: string, rules: NameRules): number[][] => {
  const ways = [[answer], ...separators.map((separator) => answer.split(separator))];
  if (/^[A-Z]{2,26}$/.test(answer) || /^(?=..)a?b?c?d?e?f?g?h?$/.test(answer))
    ways.push([...answer]);
  for (const way of ways) {
    const names = way.map((name) => name.trim()).filter((name) => name !== '');
    const found = names.map((name) => findOptions(options, name, rules));
    if (found.length > 0 && found.every((places) => places.length > 0)) return found;
  }
  return [[]];
};

/** The numbers in an answer, unless it is the text of an option. */
export const numbersIn = (options: readonly string[], answer: string): number[] =>
  options.includes(answer) || !/^\d{1,3}(?:[\n|;, ]+\d{1,3})*$/.test(answer)
    ? []
    : answer.split(/[\n|;, ]+/).map(Number);

/**
 * Finds the options that the answers name. One answer may name several. Fails for an answer that
 * names no option, or could mean two.
 */
export const readAnswers = (
  options: readonly string[],
  answers: readonly string[],
  rules: NameRules = {},
): Result<boolean[], string> => {
  const right = options.map(() => false);
  for (const answer of answers) {
    const shown = `has the answer "${answer.length > 40 ? `${answer.slice(0, 39)}…` : answer}"`;
    for (const [place, other] of findSeveral(options, answer, rules)) {
      if (place === undefined) return failed(`${shown}, which is no option`);
      if (other !== undefined) {
        return failed(`${shown}, which could be option${place + 1} or option${other + 1}`);
      }
      right[place] = true;
    }
  }
  return right.includes(true) ? success(right) : failed('names no right answer');
};

const label = /^\(?([a-z])[.):][ \t]+/i;
const labelOf = (text: string) => label.exec(text)?.[1]?.toUpperCase();

/** Strips the labels if the texts are labeled A, B, C… in order. */
export const stripLabels = (texts: readonly string[]): string[] => {
  const isRun = texts.every((text, index) => labelOf(text) === letterOf(index));
  return isRun && texts.length > 1
    ? stripLabels(texts.map((text) => text.replace(label, '').trim()))
    : [...texts];
};
