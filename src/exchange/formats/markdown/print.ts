import { kinds } from '#bank/parse/option-line.ts';
import { printQuestion } from '#bank/parse/question-print.ts';
import type { Outgoing } from '../../outgoing.ts';
import type { TargetFormat } from '../format.ts';

/** Prints a question like its file, with its id and front matter in a comment above. */
const printOne = (outgoing: Outgoing): string => {
  const images = outgoing.images.map(({ alt, address }) => ({ alt, file: address }));
  const file = printQuestion({ ...outgoing, images });
  const end = file.indexOf('\n---\n') + 1;
  const body = file.slice(end + '---\n'.length);
  return [
    `<!-- certdeck ${outgoing.id}`,
    `${file.slice('---\n'.length, end).replaceAll('>', '\\u003e')}-->`,
    body.startsWith('```') ? `###\n\n${body}` : `### ${body}`,
  ].join('\n');
};

export const printMarkdown: TargetFormat = {
  print: ({ name, questions }) =>
    [`# ${name.replace(/\s+/g, ' ')}\n`, ...questions.map(printOne)].join('\n'),
  findUnfit: (question) =>
    /\n<!-- certdeck \S+$/m.test(printOne(question))
      ? 'has a line that starts a question in Markdown.'
      : undefined,
  kinds,
  hasImagesBeside: true,
};
