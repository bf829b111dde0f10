import { imageTypeOf } from '#bank/image/image-format.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { type Entry, type Item, type Note, titleOf } from '../../item.ts';
import { escapeMarkup } from '../../markup/html-printer.ts';
import { childOf, childrenOf, readXmlTree, type XmlElement } from '../../markup/xml-tree.ts';
import { printDataUrl } from '../../outgoing.ts';
import { pairUp, type QuizText, readCategory, shareOut, toItem } from '../../quiz.ts';
import { decodeAddress } from '../../source-images.ts';
import type { Reader, ReadText } from '../format.ts';

/** An image's reference to an attached file, perhaps with a query. */
const embedded = /(\ssrc=["'])@@PLUGINFILE@@\/([^"'<>?#]*)(?:[?#][^"'<>]*)?/gi;

const textIn = (element: XmlElement | undefined, name: string) =>
  childOf(element, name)?.text.trim() ?? '';
const textOf = (element: XmlElement | undefined) => textIn(element, 'text');

const isImage = (name: string) => imageTypeOf(name.toLowerCase()) !== undefined;

const printFile = (name: string, base64: string) => printDataUrl(name, base64.replace(/\s+/g, ''));

/** The text of a field, with its attached images inlined. */
const embedImages = (field: XmlElement): string => {
  const files = new Map<string, string>();
  for (const file of childrenOf(field, 'file')) {
    const { name = '', path = '/' } = file.attributes;
    if (isImage(name)) files.set(path.replace(/^\//, '') + name, printFile(name, file.text));
  }
  return textOf(field).replace(embedded, (found, before: string, name: string) => {
    const file = files.get(name) ?? files.get(decodeAddress(name));
    return file === undefined ? found : before + file;
  });
};

/** Texts are in Moodle's own format unless they name one. */
const readField = (field: XmlElement | undefined, inherited = 'moodle_auto_format'): QuizText => ({
  text: field ? embedImages(field) : '',
  format: field?.attributes.format ?? inherited,
});

const readTruth = (answer: XmlElement): QuizText => {
  const text = textOf(answer);
  return { text: text.slice(0, 1).toUpperCase() + text.slice(1), format: 'plain' };
};

/** Moodle's default feedback. */
const isUsual = (text: string) =>
  /^(?:<p[^<>]*>)?\s*Your answer is (?:partially )?(?:in)?correct\.?\s*(?:<\/p>)?$/i.test(text);

/** The HTML of the image that Moodle 1.9 keeps beside the text. */
const readOldImage = (question: XmlElement): Result<string, string> => {
  const name = textIn(question, 'image');
  const data = textIn(question, 'image_base64');
  if (name === '') return success('');
  if (data === '') return failed(`needs the file "${titleOf(name)}"`);
  const source = isImage(name) ? printFile(name, data) : escapeMarkup(name);
  return success(`<p><img src="${source}" alt=""></p>`);
};

/** Notes what the bank has no place for. */
const noteLosses = (question: XmlElement, note: Note) => {
  const others = ['partiallycorrectfeedback', 'incorrectfeedback'];
  const said = others.map((name) => textOf(childOf(question, name)));
  if (said.some((text) => text !== '' && !isUsual(text))) {
    note('feedback on wrong answers as a whole is left out');
  }
  if (childrenOf(question, 'hint').some((hint) => textOf(hint) !== '')) note('a hint is left out');
};

/** Whether a field has HTML outside of CDATA, which would be lost. */
const isMixed = (field: XmlElement) =>
  !['name', 'hint'].includes(field.name) && (childOf(field, 'text')?.children.length ?? 0) > 0;

const readQuestion = (
  question: XmlElement,
  category: string | undefined,
  note: Note,
): Result<Item, string> => {
  const answers = childrenOf(question, 'answer');
  const weights = answers.map(({ attributes }) => Number(attributes.fraction ?? 'none'));
  const isOrder = question.attributes.type === 'ordering';
  if (!isOrder && !weights.every(Number.isFinite))
    return failed('has an answer without a fraction');
  const image = readOldImage(question);
  if (!image.ok) return image;
  noteLosses(question, note);
  const isTruth = question.attributes.type === 'truefalse';
  const pairs = childrenOf(question, 'subquestion').map((one) => ({
    prompt: readField(one),
    answer: { text: textOf(childOf(one, 'answer')), format: 'plain' },
  }));
  const isWhole = choices.indexOf(question.attributes.type ?? '') > 1;
  const shares = isWhole ? shareOut(weights.map((weight) => weight > 0)) : [];
  const stem = childOf(question, 'questiontext');
  const feedback = ['generalfeedback', 'correctfeedback'].map((name) => childOf(question, name));
  const fields = [...question.children, ...answers.flatMap(({ children }) => children)];
  if (fields.some(isMixed)) return failed('has markup outside of CDATA');
  const text = readField(stem);
  return toItem(
    {
      id: textIn(question, 'idnumber') || undefined,
      category,
      tags: childrenOf(childOf(question, 'tags'), 'tag').map(textOf),
      stem: image.value === '' ? text : { ...text, text: text.text + image.value, format: 'html' },
      options: answers.map((answer, index) => ({
        text: isTruth ? readTruth(answer) : readField(answer, stem?.attributes.format),
        weight: isOrder || Number(shares[index] ?? weights[index] ?? 0),
        rationale: readField(childOf(answer, 'feedback')),
      })),
      ...(isOrder && { kind: 'order' as const }),
      ...(question.attributes.type === 'matching' && pairUp(pairs)),
      isSingle: childOf(question, 'single') && /^(?:true|1)$/.test(textIn(question, 'single')),
      explanation: feedback
        .map((field) => readField(field))
        .filter((field) => !isUsual(field.text)),
      shuffle: /^(?:false|0)$/.test(textIn(question, 'shuffleanswers')) ? false : undefined,
    },
    note,
  );
};

/** The kinds that are choices; the last two give each right option all its marks. */
const choices = ['multichoice', 'truefalse', 'oumultiresponse', 'multichoiceset'];
const kinds = [...choices, 'matching', 'ordering'];

/** Reads the questions of a Moodle quiz that have right options, steps or pairs, and rejects other kinds. */
const read: ReadText = (text, note) => {
  const root = readXmlTree(text);
  if (!root.ok) return root;
  if (root.value.name !== 'quiz') {
    return failed({ line: root.value.line, message: 'The root is not <quiz>: export Moodle XML.' });
  }
  const entries: Entry[] = [];
  let category: string | undefined;
  for (const question of root.value.children) {
    const kind = question.name === 'question' ? question.attributes.type : undefined;
    if (kind === 'category') {
      category = readCategory(textOf(childOf(question, 'category')));
      continue;
    }
    const item = kinds.includes(kind ?? '')
      ? readQuestion(question, category, note)
      : failed<string>(`is of the kind "${titleOf(kind ?? question.name)}", not multichoice`);
    const title = textOf(childOf(question, 'name')) || textOf(childOf(question, 'questiontext'));
    entries.push({ place: `:${question.line}`, title, item });
  }
  return success(entries);
};

export const moodleReader: Reader = {
  read,
  looksLike: (text) => text.trimStart().startsWith('<'),
  shape: '<question> in <quiz>',
};
