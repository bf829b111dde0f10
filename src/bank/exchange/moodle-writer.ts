import { printBlocks, printInline, printReferenceList } from './html-print.ts';
import type { EmbeddedPicture } from './item.ts';
import { shareOut } from './marks-print.ts';
import { printTags } from './moodle-marks.ts';
import type { Outgoing, OutgoingText, WriteQuestions } from './outgoing.ts';

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const pluginAddress = ({ name }: EmbeddedPicture) => `@@PLUGINFILE@@/${encodeURIComponent(name)}`;

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
      ({ text, why }, index) =>
        `<answer fraction="${shares[index]}" format="html">${printField(printInline(text, pluginAddress), text)}` +
        `<feedback format="html">${printField(printInline([why], pluginAddress))}</feedback></answer>`,
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
  leftBehind: [],
});
