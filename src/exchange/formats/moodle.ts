import { failed, type Result, success } from '#contract/result.ts';
import { decodeAddress } from '../image-source.ts';
import {
  addItem,
  type EmbeddedImage,
  emptyReading,
  type Item,
  type LooseReference,
  type ReadSource,
  type Rich,
  titleOf,
  wordsIn,
} from '../item.ts';
import type { Outgoing, OutgoingText, WriteQuestions } from '../outgoing.ts';
import { printBlocks, printInline, printReferenceList } from './html-printer.ts';
import { readHtml } from './html-reader.ts';
import { readImages } from './markup.ts';
import { partlyRight, printTags, readTags, shareOut } from './moodle-marks.ts';
import { childOf, childrenOf, readElements, type XmlElement } from './xml-elements.ts';

const fieldLimit = 400_000;
const pluginFile = '@@PLUGINFILE@@/';

const textOf = (element: XmlElement | undefined) => childOf(element, 'text')?.text.trim() ?? '';

const isBase64 = (text: string) => /^[A-Za-z0-9+/]*={0,2}$/.test(text.replace(/\s+/g, ''));

/** The files of a field by the names that its HTML uses. */
const readFiles = (field: XmlElement): Result<Map<string, EmbeddedImage>, string> => {
  const files = new Map<string, EmbeddedImage>();
  for (const file of childrenOf(field, 'file')) {
    const name = file.attributes.name ?? '';
    if (file.attributes.encoding !== 'base64' || !isBase64(file.text)) {
      return failed(`has the file "${titleOf(name)}" that is not in base64`);
    }
    const path = (file.attributes.path ?? '/').replace(/^\//, '');
    files.set(path + name, { name, bytes: Buffer.from(file.text, 'base64') });
  }
  return success(files);
};

type Field = { rich: Rich; references: LooseReference[] };

/** Reads a field's text by its format. Without one, it has Moodle's own format. */
const readField = (field: XmlElement | undefined, inherited?: string): Result<Field, string> => {
  const holder = childOf(field, 'text');
  if (!field || !holder) return success({ rich: [], references: [] });
  if (holder.children.length > 0) return failed('has markup outside of CDATA');
  const text = holder.text.trim();
  const format = field.attributes.format ?? inherited;
  if (text.length > fieldLimit) return failed('has a text far too long for a question');
  if (format === 'plain_text') return success({ rich: text === '' ? [] : [text], references: [] });
  if (format === 'markdown') return success({ rich: readImages(text), references: [] });
  const files = readFiles(field);
  if (!files.ok) return files;
  const findImage = (src: string) => {
    if (!src.startsWith(pluginFile)) return undefined;
    const name = (src.slice(pluginFile.length).split(/[?#]/)[0] ?? '').replace(/\\/g, '/');
    return files.value.get(name) ?? files.value.get(decodeAddress(name));
  };
  return readHtml(text, { findImage, keepBreaks: format !== 'html' });
};

const readOptions = (question: XmlElement): Result<Item['options'], string> => {
  const options: Item['options'] = [];
  for (const answer of childrenOf(question, 'answer')) {
    const fraction = Number(answer.attributes.fraction ?? 'none');
    if (!Number.isFinite(fraction)) return failed('has an answer without a fraction');
    const text = readField(answer, childOf(question, 'questiontext')?.attributes.format);
    if (!text.ok) return text;
    const rationale = readField(childOf(answer, 'feedback'));
    if (!rationale.ok) return rationale;
    options.push({ text: text.value.rich, right: fraction > 0, rationale: rationale.value.rich });
  }
  return success(options);
};

const toItem = (question: XmlElement): Result<Item, string> => {
  const stem = readField(childOf(question, 'questiontext'));
  if (!stem.ok) return stem;
  const explanation = readField(childOf(question, 'generalfeedback'));
  if (!explanation.ok) return explanation;
  const options = readOptions(question);
  if (!options.ok) return options;
  if (options.value.length === 0) return failed('has no options');
  const tags = childrenOf(childOf(question, 'tags'), 'tag').map((tag) => textOf(tag));
  const weights = childrenOf(question, 'answer').map((one) => Number(one.attributes.fraction));
  return success({
    ...readTags(tags),
    references: explanation.value.references,
    place: { line: question.line },
    id: childOf(question, 'idnumber')?.text.trim() || undefined,
    stem: stem.value.rich,
    options: options.value,
    explanation: explanation.value.rich,
    notes: partlyRight(weights),
  });
};

const titleOfQuestion = (question: XmlElement) => {
  const name = textOf(childOf(question, 'name'));
  if (name !== '') return titleOf(name);
  const stem = readField(childOf(question, 'questiontext'));
  return stem.ok ? titleOf(wordsIn(stem.value.rich)) : '';
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
        ? toItem(question)
        : failed(`is of the kind "${titleOf(kind ?? question.name)}", not multichoice`);
    addItem(reading, { line: question.line }, item.ok ? '' : titleOfQuestion(question), item);
  }
  return success(reading);
};

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const pluginAddress = ({ name }: EmbeddedImage) => `@@PLUGINFILE@@/${encodeURIComponent(name)}`;

const printFiles = (text: OutgoingText) =>
  text.flatMap((piece) =>
    typeof piece === 'string'
      ? []
      : [
          `<file name="${escapeXml(piece.target.name)}" path="/" encoding="base64">${piece.target.bytes.toString('base64')}</file>`,
        ],
  );

const printField = (html: string, text: OutgoingText = []) =>
  [`<text>${escapeXml(html)}</text>`, ...printFiles(text)].join('');

const printOne = (question: Outgoing): string => {
  const { id, stem, options, explanation, references, shuffle } = question;
  const right = options.map((option) => option.right);
  const shares = shareOut(right);
  const feedback =
    (explanation === '' ? '' : printBlocks([explanation], pluginAddress)) +
    printReferenceList(references);
  const tags = printTags(question).map((tag) => `<tag><text>${escapeXml(tag)}</text></tag>`);
  return [
    '<question type="multichoice">',
    `<name><text>${escapeXml(id)}</text></name>`,
    `<idnumber>${escapeXml(id)}</idnumber>`,
    `<questiontext format="html">${printField(printBlocks(stem, pluginAddress), stem)}</questiontext>`,
    `<generalfeedback format="html">${printField(feedback)}</generalfeedback>`,
    '<defaultgrade>1</defaultgrade>',
    `<single>${right.filter(Boolean).length === 1}</single>`,
    `<shuffleanswers>${shuffle !== false}</shuffleanswers>`,
    '<answernumbering>ABCD</answernumbering>',
    ...options.map(
      ({ text, rationale }, index) =>
        `<answer fraction="${shares[index]}" format="html">${printField(printInline(text, pluginAddress), text)}` +
        `<feedback format="html">${printField(printInline([rationale], pluginAddress))}</feedback></answer>`,
    ),
    ...(tags.length === 0 ? [] : [`<tags>${tags.join('')}</tags>`]),
    '</question>',
  ].join('\n');
};

export const writeMoodle: WriteQuestions = (questions) => ({
  text: [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<quiz>',
    ...questions.map(printOne),
    '</quiz>',
    '',
  ].join('\n'),
  rejected: [],
});
