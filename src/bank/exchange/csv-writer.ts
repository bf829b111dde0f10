import { nameAnswers } from './answer-names.ts';
import { printCsvRow } from './csv-cells.ts';
import { printMarkup, type WriteQuestions } from './outgoing.ts';
import { printReference } from './references-text.ts';

const noName = 'has options that can be named neither by text nor by place';

/** RFC 4180; cells that a spreadsheet would run are guarded by an apostrophe. */
export const writeCsv: WriteQuestions = (questions, address) => {
  const leftBehind: { id: string; reason: string }[] = [];
  const most = Math.max(2, ...questions.map((question) => question.options.length));
  const numbers = Array.from({ length: most }, (_, index) => index);
  const header = [
    'id',
    'domain',
    'task',
    'question',
    ...numbers.map((index) => `option${index + 1}`),
    'answers',
    ...numbers.map((index) => `note${index + 1}`),
    'explanation',
    'references',
    'reviewed',
    'shuffle',
  ];
  const rows = questions.flatMap((question) => {
    const options = question.options.map((option) => printMarkup(option.text, address, ''));
    const right = question.options.map((option) => option.right);
    const answers = nameAnswers(options, right, (names) => [names.join('\n')]);
    if (!answers) {
      leftBehind.push({ id: question.id, reason: noName });
      return [];
    }
    return printCsvRow([
      question.id,
      question.domain ?? '',
      question.task ?? '',
      printMarkup(question.stem, address, '\n\n'),
      ...numbers.map((index) => options[index] ?? ''),
      answers.join('\n'),
      ...numbers.map((index) => question.options[index]?.why ?? ''),
      question.explanation,
      (question.references ?? []).map(printReference).join('\n'),
      question.reviewed ?? '',
      question.shuffle === false ? 'false' : '',
    ]);
  });
  return { text: `${[printCsvRow(header), ...rows].join('\r\n')}\r\n`, leftBehind };
};
