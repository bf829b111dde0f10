import { printBlocks, printInline, printReferenceList } from './html-print.ts';
import { shareOut } from './marks-print.ts';
import { printTags } from './moodle-marks.ts';
import type { Outgoing, WriteQuestions } from './outgoing.ts';

/** `%` and `[` would open a weight or a format where a text starts. */
const escapeGift = (html: string) =>
  html
    .replace(/[%[]/g, (sign) => (sign === '%' ? '&#37;' : '&#91;'))
    .replace(/[\\~=#{}:]/g, '\\$&');

const printOne = (question: Outgoing, address: Parameters<WriteQuestions>[1]): string => {
  const { id, stem, options, explanation, references } = question;
  const shares = shareOut(options.map((option) => option.right));
  const isSingle = options.filter((option) => option.right).length === 1;
  const feedback =
    (explanation === '' ? '' : printBlocks([explanation], address)) +
    printReferenceList(references);
  return [
    `// [id:${id}]${printTags(question)
      .map((tag) => ` [tag:${tag}]`)
      .join('')}`,
    `::${escapeGift(id)}::[html]${escapeGift(printBlocks(stem, address))} {`,
    ...options.map(({ text, right, why }, index) => {
      const sign = isSingle ? (right ? '=' : '~') : `~%${shares[index]}%`;
      return `${sign}${escapeGift(printInline(text, address))}${why === '' ? '' : `#${escapeGift(printInline([why], address))}`}`;
    }),
    ...(feedback === '' ? [] : [`####${escapeGift(feedback)}`]),
    '}',
    '',
  ].join('\n');
};

export const writeGift: WriteQuestions = (questions, address, { name }) => ({
  text: [
    `// ${name.replace(/\s+/g, ' ')}\n`,
    ...questions.map((one) => printOne(one, address)),
  ].join('\n'),
  leftBehind: [],
});
