import { failed, type Result, success } from '#contract/result.ts';

export const letterOf = (index: number) => String.fromCharCode(65 + index);
const letterIndex = (letter: string) => letter.toUpperCase().charCodeAt(0) - 65;

const findText = (options: readonly string[], text: string): number => {
  const exact = options.indexOf(text);
  if (exact !== -1) return exact;
  const lower = text.toLowerCase();
  const alike = options.flatMap((option, index) => (option.toLowerCase() === lower ? [index] : []));
  return alike.length === 1 ? (alike[0] ?? -1) : -1;
};

/** Finds "B", "b)", "2", "option 2", and "B. text" where that is the text of option B. */
const findPlace = (options: readonly string[], text: string): number => {
  const [, letter, number] = /^(?:option[ \t]*)?(?:([a-z])|(\d{1,3}))[.)]?$/i.exec(text) ?? [];
  const index = letter ? letterIndex(letter) : Number(number ?? 0) - 1;
  if (index >= 0) return index < options.length ? index : -1;
  const [, named = '', rest = ''] = /^([a-z])[.)][ \t]+(.*)$/is.exec(text) ?? [];
  return named !== '' && options[letterIndex(named)] === rest.trim() ? letterIndex(named) : -1;
};

type Found = number | 'ambiguous' | undefined;

const findOne = (options: readonly string[], name: string): Found => {
  const found = [findText(options, name), findPlace(options, name)].filter((index) => index !== -1);
  return new Set(found).size > 1 ? 'ambiguous' : found[0];
};

const findSeveral = (options: readonly string[], name: string): Found[] => {
  const whole = findOne(options, name);
  if (whole !== undefined) return [whole];
  for (const separator of ['\n', '|', ';', ',']) {
    const parts = name.split(separator).map((part) => part.trim());
    const found = parts.filter((part) => part !== '').map((part) => findOne(options, part));
    if (found.length > 0 && found.every((one) => one !== undefined)) return found;
  }
  // "BD", as in many banks.
  const letters = /^[A-Z]{2,26}$/.test(name) ? [...name].map(letterIndex) : [];
  const isListed = letters.length > 0 && letters.every((index) => index < options.length);
  return isListed ? letters : [undefined];
};

const quote = (text: string) => `"${text.length > 40 ? `${text.slice(0, 39)}…` : text}"`;

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
    for (const found of findSeveral(options, name)) {
      if (found === undefined) return failed(`has the answer ${quote(name)}, which is no option`);
      if (found === 'ambiguous') {
        return failed(
          `has the answer ${quote(name)}, which is one option's text and another's place: write "option 2"`,
        );
      }
      right[found] = true;
    }
  }
  return success(right);
};

/** Names of the right options that `readAnswers` reads back when joined; preferably their texts. */
export const nameAnswers = (
  options: readonly string[],
  right: readonly boolean[],
): string[] | undefined => {
  const places = right.flatMap((isRight, index) => (isRight ? [index] : []));
  const ways: ((index: number) => string)[] = [
    (index) => options[index] ?? '',
    letterOf,
    (index) => String(index + 1),
    (index) => `option ${index + 1}`,
  ];
  return ways
    .map((name) => places.map(name))
    .find((names) =>
      [names, [names.join('\n')]].every((given) => {
        const read = readAnswers(options, given);
        return read.ok && read.value.every((isRight, index) => isRight === right[index]);
      }),
    );
};
