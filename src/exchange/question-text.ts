import { marker, markers } from '#bank/parse/question-source.ts';
import type { LooseMatter } from './item.ts';

/** A question with its pictures taken out: the n-th is `[img-n]`. */
export type PlainQuestion = {
  stem: string;
  options: { text: string; right: boolean; why: string }[];
  explanation: string;
};

export type NamedPicture = { alt: string; file: string };

// JSON's strings are YAML's double-quoted ones; plain words need no quotes.
const isPlain = (text: string) =>
  /^(?!(?:true|false|null|yes|no|on|off)$)[A-Za-z][\w ./()-]*(?<! )$/i.test(text) ||
  /^https:\/\/[\w./#?=&%-]+$/.test(text) ||
  /^\d{4}-\d\d-\d\d$/.test(text);
const printScalar = (text: string) => (isPlain(text) ? text : JSON.stringify(text));

const printReferences = (references: LooseMatter['references'] = []) => {
  const lines = references.flatMap(({ title, url }) =>
    [
      ...(title === undefined ? [] : [`title: ${printScalar(title)}`]),
      ...(url === undefined ? [] : [`url: ${printScalar(url)}`]),
    ].map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`),
  );
  return lines.length === 0 ? [] : ['references:', ...lines];
};

const printMatter = ({ domain, task, references, reviewed, shuffle }: LooseMatter) => [
  ...(domain === undefined ? [] : [`domain: ${printScalar(domain)}`]),
  ...(task === undefined ? [] : [`task: ${printScalar(task)}`]),
  ...printReferences(references),
  ...(reviewed === undefined ? [] : [`reviewed: ${printScalar(reviewed)}`]),
  ...(shuffle === false ? ['shuffle: false'] : []),
];

const noLines: string[] = [];

/** A question file's text, with what is missing left out. */
export const printQuestionText = (
  { stem, options, explanation }: PlainQuestion,
  matter: LooseMatter,
  pictures: readonly NamedPicture[],
): string => {
  const links = new Map(
    pictures.map(({ alt, file }, index) => [marker(index + 1), `![${alt}](${file})`]),
  );
  const show = (text: string) => text.replace(markers, (found) => links.get(found) ?? found);
  const lines = [
    '---',
    ...printMatter(matter),
    '---',
    show(stem),
    '',
    ...options.flatMap(({ text, right, why }) => [
      `- [${right ? 'x' : ' '}] ${show(text)}`,
      ...(why === '' ? noLines : [`  > ${why}`]),
    ]),
    ...(explanation === '' ? noLines : ['', '## Explanation', '', explanation]),
  ];
  return `${lines.join('\n')}\n`;
};
