import { failed, type Result, success } from '#contract/result.ts';
import { type Item, titleOf } from '../../item.ts';
import type { Reader, ReadText } from '../format.ts';

const option = (text: string, right: boolean) => ({ text, right, rationale: '' });

const readLine = ([kind = '', stem = '', ...cells]: string[]): Result<Item, string> => {
  const item = (options: Item['options']): Result<Item, string> =>
    options.some(({ right }) => right)
      ? success({ stem, options, explanation: '' })
      : failed('names no right answer');
  const [truth = ''] = cells.map((cell) => cell.toLowerCase());
  if (kind === 'TF' && /^(?:true|false)$/.test(truth)) {
    return item(['True', 'False'].map((text) => option(text, text.toLowerCase() === truth)));
  }
  if (kind !== 'MC' && kind !== 'MA') return failed(`is of the kind "${titleOf(kind)}", no choice`);
  const pairs = cells.flatMap((text, at) => (at % 2 === 0 ? [[text, cells[at + 1] ?? '']] : []));
  const odd = pairs.find(([, mark = '']) => !/^(?:in)?correct$/i.test(mark));
  if (odd) return failed(`has neither "correct" nor "incorrect" after "${titleOf(odd[0] ?? '')}"`);
  return item(pairs.map(([text = '', mark = '']) => option(text, /^correct$/i.test(mark))));
};

const read: ReadText = (text) =>
  success(
    text.split('\n').flatMap((line, at) => {
      const cells = line.split('\t').map((cell) => cell.trim());
      while (cells.at(-1) === '') cells.pop();
      if (cells.length === 0) return [];
      return { place: `:${at + 1}`, title: cells[1] ?? '', item: readLine(cells) };
    }),
  );

export const blackboardReader: Reader = {
  read,
  looksLike: (text) => /^(?:MC|MA|TF)\t/m.test(text),
  shape: 'lines with MC, MA or TF, a stem and options, between tabs',
};
