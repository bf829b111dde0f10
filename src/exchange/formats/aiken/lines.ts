import { letterOf } from '../../records/answers.ts';

/** A line that begins a part of a plain question; `number` is that of the question. */
export type Mark =
  | { kind: 'option'; letter: string; text: string; isRight: boolean }
  | { kind: 'answer'; text: string }
  | { kind: 'number'; number: string; text: string };

const answerWords = [
  ...['(?:the )?(?:correct |right )?(?:answers?|ans)', 'correct(?: options?| choices?)?'],
  ...['(?:bonnes? )?réponses?(?: correctes?)?', '(?:richtige )?antwort(?:en)?', 'lösung(?:en)?'],
  ...['respuestas?(?: correctas?)?', 'rispost[ae](?: (?:corrett|esatt)[ae])?'],
  ...['respostas?(?: (?:corret|cert)as?)?', '(?:poprawna |prawidłowa )?odpowied[źz]i?'],
  ...['(?:правильный |верный )?ответы?', '(?:正确|參考|参考)?答案', '正解', '정답'],
  'الإجابة(?: الصحيحة)?',
].join('|');
/** `Answer: B`, in the languages that people write; only a letter needs no colon. */
export const answerLine = new RegExp(
  `^[ \\t]*(?:${answerWords})(?: (?:is|are))?[ \\t]*(?:[:：=][ \\t]*(.*)|[ \\t]\\(?([A-H])\\)?\\.?[ \\t]*)$`,
  'isu',
);

const cyrillic = 'АБВГДЕЖЗИК';
const circled = '①②③④⑤⑥⑦⑧⑨⑩';
/** The Latin letter that a label of any script stands for. */
export const latinOf = (label: string): string => {
  const sign = label.toUpperCase();
  const place = Math.max(cyrillic.indexOf(sign), circled.indexOf(sign));
  return sign === '' || place === -1 ? sign : letterOf(place);
};

/**
 * `A. text`, `A) text`, `(a) text`, `① text`; a bracket needs no space after it. An asterisk in front
 * marks a right one.
 */
const optionLine =
  /^[ \t]*(\*?)(?:([A-ZА-К])(?:[.:：、．][ \t]*(?<=[ \t：、．])|[)）][ \t]*)|[(（]?([A-Za-zА-Ка-к])[)）][ \t]*|([a-zа-к])\.[ \t]+|([①-⑩])[ \t]*)(\S.*)$/s;
const boxLine = /^[ \t]*\[([* ])\][ \t]+(\S.*)$/s;
const digitLine = /^[ \t]*(\*?)\(?(\d{1,2})\)[ \t]*(\S.*)$/s;
const numberLine =
  /^[ \t]*(?:(?:question|frage|pregunta|domanda|q)[ \t]*)?#?(\d{1,5})[.):．、][ \t]*(?<=[ \t．、])(\S.*)$/is;
const headingLine =
  /^[ \t]*(?:new[ \t]+)?(?:question|frage|pregunta|domanda|q)[ \t]*#?[ \t]*(\d{1,5})[ \t]*[.):]?[ \t]*$/i;

export const readOption = (line: string, position = 0) => {
  const [, sign, one, two, three, four, text = ''] = optionLine.exec(line) ?? [];
  const label = one ?? two ?? three ?? four;
  if (label) return { letter: latinOf(label), text: text.trim(), isRight: sign === '*' };
  const [, box, words = ''] = boxLine.exec(line) ?? [];
  return box && { letter: letterOf(position), text: words.trim(), isRight: box === '*' };
};

/** An option under a number with a bracket, in a text that has no lettered ones. */
const readDigit = (line: string) => {
  const [, sign, digit, text = ''] = digitLine.exec(line) ?? [];
  return digit && { letter: letterOf(Number(digit) - 1), text: text.trim(), isRight: sign === '*' };
};

/** What each line begins, if anything. */
export const markLines = (lines: readonly string[]): (Mark | undefined)[] => {
  const hasLetters = lines.some((line) => readOption(line));
  const read = hasLetters ? readOption : readDigit;
  let position = 0;
  return lines.map((line): Mark | undefined => {
    const [found, answer, letter] = answerLine.exec(line) ?? [];
    if (found !== undefined) return { kind: 'answer', text: (answer ?? letter ?? '').trim() };
    const option = read(line, position);
    position = option ? position + 1 : 0;
    if (option) return { kind: 'option', ...option };
    const [, number, text = ''] = numberLine.exec(line) ?? headingLine.exec(line) ?? [];
    return number === undefined ? undefined : { kind: 'number', number, text };
  });
};

const isText2qti = /^(?:quiz title|quiz description|points|points per question):[ \t]/im;
const text2qtiSetting =
  /^(?:(?:quiz title|quiz description|title|text title|text|points|points per question|pick|shuffle answers|show correct answers|one question at a time|can.t go back):[ \t].*|(?:END_)?GROUP[ \t]*)$/i;
const text2qtiFeedback = /^[+-][ \t]+(\S.*)$/s;

/** Blanks the settings of a quiz that text2qti would read, and turns its feedback into one kind. */
export const foldText2qti = (text: string): string => {
  if (!isText2qti.test(text)) return text;
  return text
    .split('\n')
    .map((line) => (text2qtiSetting.test(line) ? '' : line.replace(text2qtiFeedback, '... $1')))
    .join('\n');
};
