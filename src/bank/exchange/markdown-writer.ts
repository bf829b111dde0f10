import { printMeta } from './item-meta.ts';
import { readMarkdown } from './markdown-reader.ts';
import { type Outgoing, printMarkup, type WriteQuestions } from './outgoing.ts';

const printOne = (question: Outgoing, address: Parameters<WriteQuestions>[1]): string => {
  const { stem, options, explanation, ...rest } = question;
  const { id, domain, task, references, reviewed, shuffle } = rest;
  return [
    printMeta({
      id,
      domain,
      task,
      references,
      reviewed,
      shuffle: shuffle === false ? false : undefined,
    }),
    `### ${printMarkup(stem, address, '\n\n')}`,
    '',
    ...options.flatMap(({ text, right, why }) => [
      `- [${right ? 'x' : ' '}] ${printMarkup(text, address, '')}`,
      ...(why === '' ? [] : [`  > ${why}`]),
    ]),
    ...(explanation === '' ? [] : ['', '#### Explanation', '', explanation]),
    '',
  ].join('\n');
};

/** Whether the importer would take it for one question: a line of it may look like another part. */
const isWhole = (text: string, question: Outgoing) => {
  const read = readMarkdown(text);
  const [item] = read.ok && read.value.leftBehind.length === 0 ? read.value.items : [];
  return item?.id === question.id && item.options.length === question.options.length;
};

export const writeMarkdown: WriteQuestions = (questions, address, { name }) => {
  const leftBehind: { id: string; reason: string }[] = [];
  const texts = questions.flatMap((question) => {
    // Inlined pictures would only slow this.
    if (
      isWhole(
        printOne(question, ({ name: file }) => file),
        question,
      )
    )
      return printOne(question, address);
    leftBehind.push({
      id: question.id,
      reason: 'has a line that Markdown would take for another part',
    });
    return [];
  });
  return { text: [`# ${name.replace(/\s+/g, ' ')}\n`, ...texts].join('\n'), leftBehind };
};
