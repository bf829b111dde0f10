import { failed, type Result, success } from '#contract/result.ts';

export const letterOf = (index: number) => String.fromCharCode(65 + index);
const letterIndex = (letter: string) => letter.toUpperCase().charCodeAt(0) - 65;

const findText = (options: readonly string[], text: string): number => {
  const exact = options.indexOf(text);
  const fold = (option: string) => option.toLowerCase();
  const alike = options.filter((option) => fold(option) === fold(text));
  return exact === -1 && alike.length === 1 ? options.indexOf(alike[0] ?? '') : exact;
};

/** Finds "B", "b)", "2", "option 2", and "B. text" where that is the text of option B. */
const findPlace = (options: readonly string[], text: string): number => {
  const [, letter, number] = /^(?:option[ \t]*)?(?:([a-z])|(\d{1,3}))[.)]?$/i.exec(text) ?? [];
  const index = letter ? letterIndex(letter) : Number(number ?? 0) - 1;
  if (index >= 0) return index < options.length ? index : -1;
  const [, named = '', rest] = /^([a-z])[.)][ \t]+(.*)$/is.exec(text) ?? [];
  return options[letterIndex(named)] === rest?.trim() ? letterIndex(named) : -1;
};

type Found = number | 'ambiguous' | undefined;

const findOne = (options: readonly string[], name: string): Found => {
  const found = [findText(options, name), findPlace(options, name)].filter((index) => index >= 0);
  return new Set(found).size > 1 ? 'ambiguous' : found[0];
};

const findSeveral = (options: readonly string[], name: string): Found[] => {
  const whole = findOne(options, name);
  if (whole !== undefined) return [whole];
  // "BD", as in many banks, comes last.
  const ways = ['\n', '|', ';', ','].map((separator) => name.split(separator));
  if (/^[A-Z]{2,26}$/.test(name)) ways.push([...name]);
  for (const parts of ways) {
    const names = parts.map((part) => part.trim()).filter((part) => part !== '');
    const found = names.map((part) => findOne(options, part));
    if (found.length > 0 && found.every((one) => one !== undefined)) return found;
  }
  return [undefined];
};

/**
 * Finds the options that the answers name, by text, letter, number from 1 or "option 2". One answer
 * may name several. Fails for an answer that names no option, or could mean two.
 */
export const readAnswers = (
  options: readonly string[],
  answers: readonly string[],
): Result<boolean[], string> => {
  const right = options.map(() => false);
  const names = answers.map((name) => name.trim()).filter((name) => name !== '');
  if (names.length === 0) return failed('names no right answer');
  for (const name of names) {
    const shown = `"${name.length > 40 ? `${name.slice(0, 39)}…` : name}"`;
    for (const found of findSeveral(options, name)) {
      if (found === undefined) return failed(`has the answer ${shown}, which is no option`);
      if (found === 'ambiguous') {
        const both = "one option's text and another's place";
        return failed(`has the answer ${shown}, which is ${both}: write "option 2"`);
      }
      right[found] = true;
    }
  }
  return success(right);
};

/** Names of the right options on lines, which `readAnswers` reads back; preferably their texts. */
export const nameAnswers = (
  options: readonly { text: string; right: boolean }[],
): string | undefined => {
  const texts = options.map(({ text }) => text);
  const ways = [
    texts,
    texts.map((_, index) => letterOf(index)),
    texts.map((_, index) => `${index + 1}`),
    texts.map((_, index) => `option ${index + 1}`),
  ];
  return ways
    .map((names) => names.filter((_, index) => options[index]?.right).join('\n'))
    .find((names) => {
      const read = readAnswers(texts, [names]);
      return read.ok && read.value.every((right, index) => right === options[index]?.right);
    });
};
