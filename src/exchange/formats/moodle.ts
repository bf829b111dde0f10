import { imageTypeOf } from '#bank/image/image-format.ts';
import { readXml } from '#bank/image/xml-reader.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { decodeAddress } from '../image-files.ts';
import {
  addItem,
  emptyReading,
  type Item,
  noteOnce,
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
import { printTags, type QuizText, readCategory, shareOut, toItem } from './quiz.ts';

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

const isImage = (name: string) => imageTypeOf(name.toLowerCase()) !== undefined;

/** Finds the data URL of a file in the field by the address that its HTML uses. */
const fileFinder = (field: XmlElement) => {
  const files = new Map(
    childrenOf(field, 'file').flatMap((file) => {
      const { name = '', path = '/' } = file.attributes;
      if (!isImage(name)) return [];
      return [[path.replace(/^\//, '') + name, printDataUrl(name, file.text.replace(/\s+/g, ''))]];
    }),
  );
  return (src: string) => {
    if (!src.startsWith(pluginFile)) return undefined;
    const name = src.slice(pluginFile.length).split(/[?#]/)[0] ?? '';
    return files.get(name) ?? files.get(decodeAddress(name));
  };
};

const readTruth = (answer: XmlElement): QuizText => {
  const text = textOf(answer);
  return { text: text.slice(0, 1).toUpperCase() + text.slice(1), format: 'plain' };
};

/** What Moodle says unless an author says something else. */
const isUsual = ({ text }: QuizText) =>
  /^(?:<p[^<>]*>)?\s*Your answer is (?:partially )?(?:in)?correct\.?\s*(?:<\/p>)?$/i.test(text);

/** The picture that versions before 2 keep beside the text. */
const findOldImage = (question: XmlElement): Result<string, string> => {
  const name = childOf(question, 'image')?.text.trim() ?? '';
  const data = childOf(question, 'image_base64')?.text.replace(/\s+/g, '') ?? '';
  if (name === '') return success('');
  if (data === '') return failed(`needs the file "${titleOf(name)}"`);
  const source = isImage(name) ? printDataUrl(name, data) : escapeMarkup(name);
  return success(`<p><img src="${source}" alt=""></p>`);
};

const readQuestion = (
  question: XmlElement,
  category: string | undefined,
  note: (text: string) => void,
): Result<Item, string> => {
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
  const image = findOldImage(question);
  if (!image.ok) return image;
  const stem = read(questionText);
  const told = ['generalfeedback', 'correctfeedback'].map((name) => read(childOf(question, name)));
  const others = ['partiallycorrectfeedback', 'incorrectfeedback'];
  const isLost = others.some((name) => {
    const text = read(childOf(question, name));
    return text.text !== '' && !isUsual(text);
  });
  if (isLost) note('feedback on wrong answers as a whole is left out');
  if (childrenOf(question, 'hint').some((hint) => textOf(hint) !== '')) note('a hint is left out');
  const isFixed = /^(?:false|0)$/.test(childOf(question, 'shuffleanswers')?.text.trim() ?? '');
  const isTruth = question.attributes.type === 'truefalse';
  const single = childOf(question, 'single')?.text.trim();
  const quiz = {
    id: childOf(question, 'idnumber')?.text.trim() || undefined,
    category,
    tags: childrenOf(childOf(question, 'tags'), 'tag').map(textOf),
    stem: image.value === '' ? stem : { ...stem, text: stem.text + image.value, format: 'html' },
    options: answers.map((answer, index) => ({
      text: isTruth ? readTruth(answer) : read(answer, questionText?.attributes.format),
      weight: weights[index] ?? 0,
      rationale: read(childOf(answer, 'feedback')),
    })),
    isSingle: single === undefined ? undefined : /^(?:true|1)$/.test(single),
    explanation: told.filter((text) => !isUsual(text)),
    shuffle: isFixed ? (false as const) : undefined,
  };
  return isMixed ? failed('has markup outside of CDATA') : toItem(quiz, note);
};

const kinds = ['multichoice', 'truefalse'];

/** Reads the multiple-choice questions of a Moodle quiz and rejects other kinds. */
export const readMoodle: ReadSource = (text) => {
  const root = readElements(text);
  if (!root.ok) return root;
  if (root.value.name !== 'quiz') {
    return failed({ line: root.value.line, message: 'The root is not <quiz>: export Moodle XML.' });
  }
  const reading = emptyReading();
  let category: string | undefined;
  for (const question of root.value.children) {
    const kind = question.name === 'question' ? question.attributes.type : undefined;
    if (kind === 'category') {
      category = readCategory(textOf(childOf(question, 'category')));
      continue;
    }
    const item = kinds.includes(kind ?? '')
      ? readQuestion(question, category, (note) => noteOnce(reading, note))
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
