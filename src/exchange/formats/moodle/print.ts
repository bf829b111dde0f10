import { toBase64 } from '#primitives/base64.ts';
import {
  escapeMarkup,
  printBlocks,
  printFeedback,
  printInline,
} from '../../markup/html-printer.ts';
import type { Outgoing, OutgoingImage } from '../../outgoing.ts';
import { pairsOf, printTags, shareOut } from '../../quiz.ts';
import type { TargetFormat } from '../format.ts';

const pluginFile = '@@PLUGINFILE@@/';

const printField = (html: string, images: readonly OutgoingImage[] = []) => {
  const files = images.map(
    ({ file, bytes }) =>
      `<file name="${escapeMarkup(file)}" path="/" encoding="base64">${toBase64(bytes)}</file>`,
  );
  return `<text>${escapeMarkup(html)}</text>${files.join('')}`;
};

const types = { choice: 'multichoice', order: 'ordering', match: 'matching', series: '' };

const printQuestion = (question: Outgoing): string => {
  const { id, stem, options, shuffle } = question;
  const images = question.images.map((image) => ({
    ...image,
    address: pluginFile + encodeURIComponent(image.file),
  }));
  const imagesIn = (text: string) =>
    images.filter((_, index) => text.includes(`[img-${index + 1}]`));
  const right = options.map((option) => option.right);
  const shares = shareOut(right);
  const stemText = stem.join('\n\n');
  const feedback = printFeedback(question);
  const tags = printTags(question).map((tag) => `<tag><text>${escapeMarkup(tag)}</text></tag>`);
  return [
    `<question type="${types[question.kind ?? 'choice']}">`,
    `<name><text>${id}</text></name><idnumber>${id}</idnumber>`,
    `<questiontext format="html">${printField(printBlocks(stemText, images), imagesIn(stemText))}</questiontext>`,
    `<generalfeedback format="html">${printField(feedback)}</generalfeedback>`,
    '<defaultgrade>1</defaultgrade>',
    ...(question.kind ? [] : [`<single>${right.filter(Boolean).length === 1}</single>`]),
    `<shuffleanswers>${shuffle !== false}</shuffleanswers>`,
    '<answernumbering>ABCD</answernumbering>',
    ...pairsOf(question).map(
      ({ prompt, answer }) =>
        `<subquestion format="html">${printField(printInline(prompt))}<answer><text>${escapeMarkup(answer)}</text></answer></subquestion>`,
    ),
    ...(question.kind === 'match' ? [] : options).map(
      ({ text, rationale }, index) =>
        `<answer fraction="${shares[index]}" format="html">${printField(printInline(text, images), imagesIn(text))}` +
        `<feedback format="html">${printField(printInline(rationale))}</feedback></answer>`,
    ),
    ...(tags.length === 0 ? [] : [`<tags>${tags.join('')}</tags>`]),
    '</question>',
  ].join('\n');
};

export const printMoodle: TargetFormat = {
  kinds: ['order', 'match'],
  findUnfit: ({ kind, options }) =>
    kind === 'order' && options.some(({ right }) => !right)
      ? 'has steps that are none, for which an order in Moodle has no place.'
      : undefined,
  print: ({ questions }) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<quiz>',
      ...questions.map(printQuestion),
      '</quiz>\n',
    ].join('\n'),
};
