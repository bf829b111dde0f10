import {
  escapeMarkup,
  printBlocks,
  printFeedback,
  printInline,
} from '../../markup/html-printer.ts';
import type { Outgoing, OutgoingExam } from '../../outgoing.ts';
import { printTags } from '../../quiz.ts';
import type { TargetFormat } from '../format.ts';

const material = (html: string) =>
  `<material><mattext texttype="text/html">${escapeMarkup(html)}</mattext></material>`;

const field = (label: string, entry: string) =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${escapeMarkup(entry)}</fieldentry></qtimetadatafield>`;

const condition = (inside: string, then: string, isLast = false) =>
  `<respcondition continue="${isLast ? 'No' : 'Yes'}"><conditionvar>${inside}</conditionvar>${then}</respcondition>`;

const equal = (position: number) => `<varequal respident="response1">o${position + 1}</varequal>`;
const shows = (name: string) => `<displayfeedback feedbacktype="Response" linkrefid="${name}"/>`;

const printItem = (question: Outgoing): string => {
  const { id, stem, options, images, shuffle } = question;
  const isSingle = options.filter(({ right }) => right).length === 1;
  const kind = isSingle ? 'multiple_choice_question' : 'multiple_answers_question';
  const right = options.map((option, position) =>
    option.right ? equal(position) : `<not>${equal(position)}</not>`,
  );
  const single = options.flatMap((option, position) => (option.right ? [equal(position)] : []));
  const feedback = printFeedback(question);
  const said = options.map(({ rationale }) => (rationale === '' ? '' : printInline(rationale)));
  const itemFeedback = (name: string, html: string) =>
    html === ''
      ? ''
      : `<itemfeedback ident="${name}"><flow_mat>${material(html)}</flow_mat></itemfeedback>`;
  return [
    `<item ident="${id}" title="${id}">`,
    `<itemmetadata><qtimetadata>${field('question_type', kind)}${printTags(question)
      .map((tag) => field('tag', tag))
      .join('')}</qtimetadata></itemmetadata>`,
    `<presentation>${material(printBlocks(stem.join('\n\n'), images))}`,
    `<response_lid ident="response1" rcardinality="${isSingle ? 'Single' : 'Multiple'}"><render_choice shuffle="${shuffle === false ? 'No' : 'Yes'}">`,
    ...options.map(
      ({ text }, position) =>
        `<response_label ident="o${position + 1}">${material(printInline(text, images))}</response_label>`,
    ),
    '</render_choice></response_lid></presentation>',
    '<resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>',
    feedback === '' ? '' : condition('<other/>', shows('general_fb')),
    ...said.map((html, position) =>
      html === '' ? '' : condition(equal(position), shows(`o${position + 1}_fb`)),
    ),
    condition(
      isSingle ? single.join('') : `<and>${right.join('')}</and>`,
      '<setvar action="Set" varname="SCORE">100</setvar>',
      true,
    ),
    '</resprocessing>',
    itemFeedback('general_fb', feedback),
    ...said.map((html, position) => itemFeedback(`o${position + 1}_fb`, html)),
    '</item>',
  ]
    .filter((line) => line !== '')
    .join('\n');
};

const print = ({ name, questions }: OutgoingExam): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">',
    `<assessment ident="certdeck" title="${escapeMarkup(name)}"><section ident="root_section">`,
    ...questions.map(printItem),
    '</section></assessment>',
    '</questestinterop>\n',
  ].join('\n');

/** What a package of it is made of besides the text itself. */
const printManifest = (images: readonly string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<manifest identifier="certdeck" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1">',
    '<metadata><schema>IMS Content</schema><schemaversion>1.1.3</schemaversion></metadata><organizations/>',
    '<resources><resource identifier="questions" type="imsqti_xmlv1p2"><file href="questions.xml"/></resource>',
    ...images.map(
      (file) =>
        `<resource identifier="${escapeMarkup(file)}" type="webcontent" href="${escapeMarkup(file)}"><file href="${escapeMarkup(file)}"/></resource>`,
    ),
    '</resources></manifest>\n',
  ].join('\n');

/** The files of a package; the texts name images by their files. */
const packQti = (exam: OutgoingExam): Record<string, string | Uint8Array> => {
  const images = exam.questions.flatMap((question) => question.images);
  return {
    'imsmanifest.xml': printManifest(images.map(({ file }) => file)),
    'questions.xml': print(exam),
    ...Object.fromEntries(images.map(({ file, bytes }) => [file, bytes])),
  };
};

export const printQti: TargetFormat = {
  print,
  pack: packQti,
  hasImagesBeside: true,
};
