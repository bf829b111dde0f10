import { readXml } from '#bank/image/xml-reader.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { decodeAddress } from '../image-files.ts';
import {
  addItem,
  emptyReading,
  type Item,
  type ReadSource,
  type SourceDiagnostic,
  titleOf,
} from '../item.ts';
import {
  type Outgoing,
  type OutgoingImage,
  printDataUrl,
  type WriteQuestions,
} from '../outgoing.ts';
import { escapeMarkup, printBlocks, printFeedback, printInline } from './html.ts';
import { printTags, type QuizText, shareOut, toItem } from './quiz.ts';

type XmlElement = {
  name: string;
  line: number;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Its own text, without that of its children. */
  text: string;
};

const messages: Record<string, string> = {
  type: 'The file has a document type or entities of its own, which are not taken: remove them.',
  entity: 'The XML holds an unknown "&…;": write &amp; for a plain &.',
};

/** Reads strict XML and returns its root element. Any mistake is a failure. */
const readElements = (xml: string): Result<XmlElement, SourceDiagnostic> => {
  const file: XmlElement = { name: '', line: 1, attributes: {}, children: [], text: '' };
  const open = [file];
  const reason = readXml(xml, {
    open: (name, attributes, line) => {
      const element = { name, line, attributes, children: [], text: '' };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    text: (text) => {
      const element = open.at(-1);
      if (element) element.text += text;
    },
    close: () => void open.pop(),
  });
  const [root] = file.children;
  if (!reason && root) return success(root);
  const { kind = '', line = 1 } = reason ?? {};
  const message = messages[kind] ?? 'The XML is not well-formed here: correct it.';
  return failed({ line, message });
};

const childrenOf = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  element?.children.filter((child) => name === undefined || child.name === name) ?? [];

const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

const pluginFile = '@@PLUGINFILE@@/';

const textOf = (element: XmlElement | undefined) => childOf(element, 'text')?.text.trim() ?? '';

/** Finds the data URL of a file in the field by the address that its HTML uses. */
const fileFinder = (field: XmlElement) => {
  const files = new Map(
    childrenOf(field, 'file').map((file) => {
      const { name = '', path = '/' } = file.attributes;
      return [path.replace(/^\//, '') + name, printDataUrl(name, file.text.replace(/\s+/g, ''))];
    }),
  );
  return (src: string) => {
    if (!src.startsWith(pluginFile)) return undefined;
    const name = src.slice(pluginFile.length).split(/[?#]/)[0] ?? '';
    return files.get(name) ?? files.get(decodeAddress(name));
  };
};

const readQuestion = (question: XmlElement): Result<Item, string> => {
  let isMixed = false;
  /** Without a format of its own, a text has Moodle's. */
  const read = (field: XmlElement | undefined, inherited = 'moodle_auto_format'): QuizText => {
    const holder = childOf(field, 'text');
    isMixed ||= childrenOf(holder).length > 0;
    const format = field?.attributes.format ?? inherited;
    return { text: textOf(field), format, findImage: field && fileFinder(field) };
  };
  const answers = childrenOf(question, 'answer');
  const weights = answers.map(({ attributes }) => Number(attributes.fraction ?? 'none'));
  if (!weights.every(Number.isFinite)) return failed('has an answer without a fraction');
  const questionText = childOf(question, 'questiontext');
  const quiz = {
    id: childOf(question, 'idnumber')?.text.trim() || undefined,
    tags: childrenOf(childOf(question, 'tags'), 'tag').map(textOf),
    stem: read(questionText),
    options: answers.map((answer, index) => ({
      text: read(answer, questionText?.attributes.format),
      weight: weights[index] ?? 0,
      rationale: read(childOf(answer, 'feedback')),
    })),
    explanation: read(childOf(question, 'generalfeedback')),
  };
  return isMixed ? failed('has markup outside of CDATA') : toItem(quiz);
};

/** Reads the multiple-choice questions of a Moodle quiz and rejects other kinds. */
export const readMoodle: ReadSource = (text) => {
  const root = readElements(text);
  if (!root.ok) return root;
  if (root.value.name !== 'quiz') {
    return failed({ line: root.value.line, message: 'The root is not <quiz>: export Moodle XML.' });
  }
  const reading = emptyReading();
  for (const question of root.value.children) {
    const kind = question.name === 'question' ? question.attributes.type : undefined;
    if (kind === 'category') continue;
    const item =
      kind === 'multichoice'
        ? readQuestion(question)
        : failed(`is of the kind "${titleOf(kind ?? question.name)}", not multichoice`);
    const title = textOf(childOf(question, 'name')) || textOf(childOf(question, 'questiontext'));
    addItem(reading, `:${question.line}`, title, item);
  }
  return success(reading);
};

const printField = (html: string, images: readonly OutgoingImage[] = []) =>
  [
    `<text>${escapeMarkup(html)}</text>`,
    ...images.map(
      ({ file, bytes }) =>
        `<file name="${escapeMarkup(file)}" path="/" encoding="base64">${bytes.toString('base64')}</file>`,
    ),
  ].join('');

const printOne = (question: Outgoing): string => {
  const { id, stem, options, explanation, references, shuffle } = question;
  const images = question.images.map((image) => ({
    ...image,
    address: pluginFile + encodeURIComponent(image.file),
  }));
  const imagesIn = (text: string) =>
    images.filter((_, index) => text.includes(`[img-${index + 1}]`));
  const right = options.map((option) => option.right);
  const shares = shareOut(right);
  const stemText = stem.join('\n\n');
  const feedback = printFeedback(explanation, references);
  const tags = printTags(question).map((tag) => `<tag><text>${escapeMarkup(tag)}</text></tag>`);
  return [
    '<question type="multichoice">',
    `<name><text>${id}</text></name><idnumber>${id}</idnumber>`,
    `<questiontext format="html">${printField(printBlocks(stemText, images), imagesIn(stemText))}</questiontext>`,
    `<generalfeedback format="html">${printField(feedback)}</generalfeedback>`,
    '<defaultgrade>1</defaultgrade>',
    `<single>${right.filter(Boolean).length === 1}</single>`,
    `<shuffleanswers>${shuffle !== false}</shuffleanswers>`,
    '<answernumbering>ABCD</answernumbering>',
    ...options.map(
      ({ text, rationale }, index) =>
        `<answer fraction="${shares[index]}" format="html">${printField(printInline(text, images), imagesIn(text))}` +
        `<feedback format="html">${printField(printInline(rationale))}</feedback></answer>`,
    ),
    ...(tags.length === 0 ? [] : [`<tags>${tags.join('')}</tags>`]),
    '</question>',
  ].join('\n');
};

export const writeMoodle: WriteQuestions = (questions) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<quiz>',
    ...questions.map(printOne),
    '</quiz>',
    '',
  ].join('\n');
