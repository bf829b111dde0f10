import type { FrontMatter } from './question-file.ts';
import { marker, markers, type OptionSource, type PictureSource } from './question-source.ts';

export type PrintableQuestion = FrontMatter & {
  /** Text and `[img-n]` in turn. */
  stem: readonly string[];
  options: readonly Omit<OptionSource, 'line'>[];
  explanation: string;
  pictures: readonly Omit<PictureSource, 'line'>[];
};

// JSON's strings are YAML's double-quoted ones; plain words need no quotes.
const printScalar = (text: string) =>
  /^(?!(?:true|false|null|yes|no)$)[A-Za-z][\w ./()-]*(?<! )$/i.test(text) ||
  /^https:\/\/[\w./#?=&%-]+$/.test(text) ||
  /^\d{4}-\d\d-\d\d$/.test(text)
    ? text
    : JSON.stringify(text);

const printMatter = ({ domain, task, form, references, reviewed, shuffle }: FrontMatter) => [
  `domain: ${printScalar(domain)}`,
  ...(task === undefined ? [] : [`task: ${printScalar(task)}`]),
  ...(form === undefined ? [] : [`form: ${form}`]),
  'references:',
  ...references.flatMap(({ title, url }) => [
    `  - title: ${printScalar(title)}`,
    `    url: ${printScalar(url)}`,
  ]),
  `reviewed: ${printScalar(reviewed)}`,
  ...(shuffle ? [] : ['shuffle: false']),
];

/** A question file's text; parsing it gives the same question again. */
export const printQuestion = (question: PrintableQuestion): string => {
  const withPictures = (text: string) =>
    text.replace(markers, (found) => {
      const index = question.pictures.findIndex((_, at) => marker(at + 1) === found);
      const picture = question.pictures[index];
      return picture ? `![${picture.alt}](${picture.file})` : found;
    });
  const lines = [
    '---',
    ...printMatter(question),
    '---',
    question.stem.map(withPictures).join('\n\n'),
    '',
    ...question.options.flatMap(({ text, right, why }) => [
      `- [${right ? 'x' : ' '}] ${withPictures(text)}`.trimEnd(),
      `  > ${why}`.trimEnd(),
    ]),
    '',
    '## Explanation',
    '',
    question.explanation,
  ];
  return `${lines.join('\n').trimEnd()}\n`;
};
