import { readAiken } from './aiken-reader.ts';
import { type Outgoing, picturesOf, printMarkup, type WriteQuestions } from './outgoing.ts';

const letter = (index: number) => String.fromCharCode(65 + index);

const refuse = (question: Outgoing, text: string): string | undefined => {
  const right = question.options.filter((option) => option.right).length;
  if (right > 1) return `has ${right} right options; Aiken takes one`;
  if (picturesOf(question).length > 0) return 'has pictures, which Aiken cannot hold';
  if (question.options.length > 26) return 'has more options than letters';
  const read = readAiken(text);
  const items = read.ok ? read.value.items : [];
  return items.length === 1 && items[0]?.options.length === question.options.length
    ? undefined
    : 'has a line that Aiken would take for another part';
};

const printOne = ({ stem, options }: Outgoing) => {
  const texts = options.map(({ text }) => printMarkup(text, () => '', ''));
  return [
    printMarkup(stem, () => '', ' ').replace(/\s*\n\s*/g, ' '),
    ...texts.map((text, index) => `${letter(index)}. ${text}`),
    `ANSWER: ${letter(options.findIndex((option) => option.right))}`,
    '',
  ].join('\n');
};

/** Stems on one line, options and keys only: Aiken has no place for the rest. */
export const writeAiken: WriteQuestions = (questions) => {
  const leftBehind: { id: string; reason: string }[] = [];
  const texts = questions.flatMap((question) => {
    const text = printOne(question);
    const reason = refuse(question, text);
    if (reason) leftBehind.push({ id: question.id, reason });
    return reason ? [] : [text];
  });
  return { text: texts.join('\n'), leftBehind };
};
