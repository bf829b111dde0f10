import { indexOfMarker, markers } from '#bank/parse/question-source.ts';
import type { Outgoing } from '../../outgoing.ts';
import { letterOf } from '../../records/answers.ts';
import type { TargetFormat } from '../format.ts';

/** Pictures are named by what they show. */
const plain = (text: string, { images }: Outgoing) =>
  text.replace(markers, (found) => `[${images[indexOfMarker(found)]?.alt || 'picture'}]`);

const indent = (text: string) => text.replaceAll('\n', '\n   ');

const printQuestion = (question: Outgoing, index: number) => {
  const options = question.options.map(
    ({ text }, index) => `   ${letterOf(index % 26)}. ${indent(plain(text, question))}`,
  );
  return [
    `${index + 1}. ${indent(plain(question.stem.join('\n\n'), question))}`,
    '',
    ...options,
  ].join('\n');
};

const printAnswer = ({ options, explanation }: Outgoing, index: number) => {
  const right = options.flatMap((option, index) => (option.right ? [letterOf(index % 26)] : []));
  return `${index + 1}. ${right.join(', ')}${explanation && `\n   ${indent(explanation)}`}`;
};

/** Plain text for paper: the questions, then the answers. */
export const printText: TargetFormat = {
  print: ({ name, questions }) =>
    `${[name, ...questions.map(printQuestion), 'Answers', ...questions.map(printAnswer)].join('\n\n')}\n`,
  loss: 'Pictures are only named in it.',
};
