import { failed, type Result, success } from '#contract/result.ts';

const byPlace = /^(?:option[ \t]*)?(?:([A-Za-z])|(\d{1,3}))[.)]?$/i;
const lettered = /^([A-Za-z])[.)][ \t]+(.*)$/s;
const separators = ['\n', '|', ';', ','];

const letterIndex = (letter: string) => letter.toUpperCase().charCodeAt(0) - 65;

const findText = (options: readonly string[], text: string): number => {
  const exact = options.indexOf(text);
  if (exact !== -1) return exact;
  const lower = text.toLowerCase();
  const alike = options.flatMap((option, index) => (option.toLowerCase() === lower ? [index] : []));
  return alike.length === 1 ? (alike[0] ?? -1) : -1;
};

const findPlace = (options: readonly string[], text: string): number => {
  const match = byPlace.exec(text);
  const index = match?.[1] ? letterIndex(match[1]) : match?.[2] ? Number(match[2]) - 1 : -1;
  if (match) return index < options.length ? index : -1;
  // "B. The text of option B"
  const [, letter = '', rest = ''] = lettered.exec(text) ?? [];
  return letter !== '' && options[letterIndex(letter)] === rest.trim() ? letterIndex(letter) : -1;
};

type Found = number | 'ambiguous' | undefined;

const findOne = (options: readonly string[], name: string): Found => {
  const text = findText(options, name);
  const place = findPlace(options, name);
  if (text !== -1 && place !== -1 && text !== place) return 'ambiguous';
  return text !== -1 ? text : place !== -1 ? place : undefined;
};

const findSeveral = (options: readonly string[], name: string): Found[] => {
  const whole = findOne(options, name);
  if (whole !== undefined) return [whole];
  for (const separator of separators) {
    if (!name.includes(separator)) continue;
    const parts = name.split(separator).map((part) => part.trim());
    const found = parts.filter((part) => part !== '').map((part) => findOne(options, part));
    if (found.length > 0 && found.every((one) => one !== undefined)) return found;
  }
  // "BD", as many banks have it.
  if (/^[A-Z]{2,26}$/.test(name)) {
    const found = [...name].map(letterIndex);
    if (found.every((index) => index < options.length)) return found;
  }
  return [undefined];
};

const quote = (text: string) => `"${text.length > 40 ? `${text.slice(0, 39)}…` : text}"`;

/**
 * Which options the given answers name: each by its text, its letter, its number from 1 or
 * "option 2"; one answer may name several. What could mean two options is never guessed.
 */
export const readAnswers = (
  options: readonly string[],
  given: readonly string[],
): Result<boolean[], string> => {
  const right = options.map(() => false);
  const names = given.map((name) => name.trim()).filter((name) => name !== '');
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

/** Names for the right options that `readAnswers` takes for exactly these; texts when they can be. */
export const nameAnswers = (
  options: readonly string[],
  right: readonly boolean[],
  join: (names: string[]) => string[],
): string[] | undefined => {
  const places = right.flatMap((isRight, index) => (isRight ? [index] : []));
  const ways: ((index: number) => string)[] = [
    (index) => options[index] ?? '',
    (index) => String.fromCharCode(65 + index),
    (index) => String(index + 1),
    (index) => `option ${index + 1}`,
  ];
  return ways
    .map((name) => join(places.map(name)))
    .find((names) => {
      const read = readAnswers(options, names);
      return read.ok && read.value.every((isRight, index) => isRight === right[index]);
    });
};
