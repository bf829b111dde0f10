import { failed, type Result, success } from '#contract/result.ts';
import type { Item, Note } from '../../item.ts';
import { printContent } from '../../markup/html-printer.ts';
import { childOf, findAll, readXmlTree, type XmlElement } from '../../markup/xml-tree.ts';
import { noText, type QuizQuestion, toItem } from '../../quiz.ts';
import type { Reader, ReadText } from '../format.ts';

const responses = /^(?:multiplechoice|choice|option)response$/;

const html = (text: string) => ({ text, format: 'html' });

/** The options of a drop-down: `('one','two')` with the right one beside them, or elements. */
const readInput = (input: XmlElement): QuizQuestion['options'] => {
  const { options = '', correct } = input.attributes;
  return [...options.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => {
    const text = single ?? double ?? '';
    return { text: html(text), weight: text === correct, rationale: noText };
  });
};

const hints = ['choicehint', 'optionhint'];

const readOptions = (response: XmlElement): QuizQuestion['options'] => {
  const input = childOf(response, 'optioninput');
  const choices = [...findAll(response, 'choice'), ...findAll(response, 'option')];
  if (input && choices.length === 0) return readInput(input);
  return choices.map((choice) => ({
    text: html(printContent(choice, hints).trim()),
    weight: /^true$/i.test(choice.attributes.correct ?? ''),
    rationale: html(
      hints
        .flatMap((name) => findAll(choice, name))
        .map((hint) => printContent(hint).trim())
        .join(' '),
    ),
  }));
};

const isPart = ({ name }: XmlElement) => responses.test(name);

/** What stands before a response, in it, or in the problem since the one before. */
const stemOf = (problem: XmlElement, response: XmlElement) => {
  const before: string[] = [];
  for (const child of problem.children) {
    if (child === response) break;
    if (isPart(child)) before.length = 0;
    else if (!/^(?:solution|demandhint|script)$/.test(child.name))
      before.push(`<${child.name}>${printContent(child)}</${child.name}>`);
  }
  const label = ['label', 'p', 'description'].flatMap((name) => childOf(response, name) ?? []);
  return [...before, ...label.map((one) => `<p>${printContent(one)}</p>`)].join('');
};

const readResponse = (
  problem: XmlElement,
  response: XmlElement,
  note: Note,
): Result<Item, string> => {
  const options = readOptions(response);
  if (!options.some(({ weight }) => weight)) return failed('names no right answer');
  const solutions = [...findAll(response, 'solution'), ...findAll(problem, 'solution')];
  const said = [...new Set(solutions)].map((one) => html(printContent(one)));
  return toItem(
    {
      id: undefined,
      category: undefined,
      tags: [],
      stem: html(stemOf(problem, response)),
      options,
      explanation: said,
    },
    note,
  );
};

/** Reads the problems of a course's export. */
const read: ReadText = (text, note) => {
  const tree = readXmlTree(text);
  if (!tree.ok) return tree;
  const root = tree.value;
  const problems = root.name === 'problem' ? [root] : findAll(root, 'problem');
  const entries = problems.flatMap((problem) => {
    const entryOf = ({ line, name }: XmlElement, item: Result<Item, string>) => ({
      place: `:${line}`,
      title: problem.attributes.display_name ?? name,
      item,
    });
    const parts = problem.children.filter(isPart);
    return parts.length === 0
      ? entryOf(problem, failed('is no choice'))
      : parts.map((part) => entryOf(part, readResponse(problem, part, note)));
  });
  return success(entries);
};

export const openedxReader: Reader = {
  read,
  looksLike: (text) => /<(?:multiplechoice|choice|option)response\b|^\s*<problem\b/.test(text),
  shape: '<multiplechoiceresponse> or <choiceresponse> in <problem>',
};
