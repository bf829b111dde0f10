import { printBlocks, printFeedback, printInline } from '../../markup/html-printer.ts';
import type { Outgoing } from '../../outgoing.ts';
import { pairsOf, printTags, shareOut } from '../../quiz.ts';
import type { TargetFormat } from '../format.ts';

/** At the start of a text, `%` and `[` would open a weight or a format. */
const escapeGift = (html: string) =>
  html
    .replace(/[%[]/g, (sign) => (sign === '%' ? '&#37;' : '&#91;'))
    .replace(/[\\~=#{}:]/g, '\\$&');

const printQuestion = (question: Outgoing): string => {
  const { id, stem, options, images } = question;
  const shares = shareOut(options.map((option) => option.right));
  const isSingle = options.filter((option) => option.right).length === 1;
  const feedback = printFeedback(question);
  const tags = printTags(question).map((tag) => ` [tag:${tag}]`);
  return [
    `// [id:${id}]${tags.join('')}`,
    `::${escapeGift(id)}::[html]${escapeGift(printBlocks(stem.join('\n\n'), images))} {`,
    ...pairsOf(question).map(
      ({ prompt, answer }) => `=${escapeGift(printInline(prompt))} -> ${escapeGift(answer)}`,
    ),
    ...(question.kind ? [] : options).map(({ text, right, rationale }, index) => {
      const sign = isSingle ? (right ? '=' : '~') : `~%${shares[index]}%`;
      const note = rationale === '' ? '' : `#${escapeGift(printInline(rationale))}`;
      return `${sign}${escapeGift(printInline(text, images))}${note}`;
    }),
    ...(feedback === '' ? [] : [`####${escapeGift(feedback)}`]),
    '}\n',
  ].join('\n');
};

export const printGift: TargetFormat = {
  print: ({ name, questions }) =>
    [`// ${name.replace(/\s+/g, ' ')}\n`, ...questions.map(printQuestion)].join('\n'),
  kinds: ['match'],
  hasImagesBeside: true,
};
