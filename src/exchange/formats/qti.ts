import { isQuestionId } from '#bank/validate/question.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { addItem, emptyReading, type Item, noteOnce, type Reading, titleOf } from '../item.ts';
import type { Outgoing, OutgoingExam } from '../outgoing.ts';
import type { ReadText, SourceFormat } from './format.ts';
import { escapeMarkup, printBlocks, printFeedback, printInline } from './html-printer.ts';
import { printTags, type QuizQuestion, type QuizText, shareOut, toItem } from './quiz.ts';
import { childOf, childrenOf, findAll, readXmlTree, type XmlElement } from './xml-tree.ts';

/** IMS QTI: 1.2 as Canvas and Blackboard write it, and the items of 2.1; written as 1.2 for Canvas. */

type Note = (text: string) => void;

/** The rest are generated names, which would mean nothing to a reader. */
const ownId = (id = '') => (isQuestionId(id) ? id : undefined);

const hasNone = { text: '', format: 'plain' };

/** The content of an XHTML element as HTML, without the elements of some names. */
const printContent = ({ content }: XmlElement, without: readonly string[] = []): string =>
  content
    .map((part) => {
      if (typeof part === 'string') return escapeMarkup(part);
      if (without.includes(part.name)) return '';
      const attributes = Object.entries(part.attributes).map(
        ([name, value]) => ` ${name}="${escapeMarkup(value)}"`,
      );
      const inside = printContent(part, without);
      const tag = `<${part.name}${attributes.join('')}>`;
      return inside === '' && /^(?:br|hr|img)$/.test(part.name)
        ? tag
        : `${tag}${inside}</${part.name}>`;
    })
    .join('');

/* QTI 1.2 */

/** The texts of a <material>, wherever it lies: HTML unless it says that it is plain. */
const materialText = (element: XmlElement | undefined, except?: XmlElement): QuizText => {
  const texts: string[] = [];
  const collect = (node: XmlElement) => {
    for (const child of node.children) {
      if (child === except) continue;
      const isText = child.name === 'mattext' || child.name === 'mat_formattedtext';
      if (child.name === 'matimage') {
        texts.push(`<p><img src="${escapeMarkup(child.attributes.uri ?? '')}" alt=""></p>`);
      } else if (!isText) collect(child);
      else if (child.children.length > 0) texts.push(printContent(child));
      else {
        const type = child.attributes.texttype ?? child.attributes.type ?? '';
        const isPlain = /plain/i.test(type) || (type === '' && !/[<&]/.test(child.text));
        texts.push(isPlain ? printInline(child.text.trim()) : child.text.trim());
      }
    }
  };
  if (element) collect(element);
  return { text: texts.filter((text) => text !== '').join('<br>'), format: 'html' };
};

/** The options that a condition names, and those that it excludes do not count. */
const namedBy = (condition: XmlElement): string[] =>
  condition.children.flatMap((child) => {
    if (child.name === 'not') return [];
    return child.name === 'varequal' ? [child.text.trim()] : namedBy(child);
  });

type Scoring = { named: string[]; score: number; feedback: string[] };

/** What the responses earn, in points; SCORE.max is infinite. */
const readScoring = (item: XmlElement): Scoring[] =>
  findAll(item, 'respcondition').map((one) => {
    const scores = childrenOf(one, 'setvar').map(({ text }) =>
      /^\s*SCORE\.max\s*$/i.test(text) ? Number.POSITIVE_INFINITY : Number(text),
    );
    return {
      named: namedBy(childOf(one, 'conditionvar') ?? one),
      score: Math.max(0, ...scores.filter((score) => !Number.isNaN(score))),
      feedback: childrenOf(one, 'displayfeedback').map(
        ({ attributes }) => attributes.linkrefid ?? '',
      ),
    };
  });

/** All the points that an item gives: as it says, or what its best response earns. */
const mostOf = (item: XmlElement, scoring: readonly Scoring[], isSingle: boolean) => {
  const [declared] = findAll(item, 'decvar');
  const said = Number(declared?.attributes.maxvalue);
  if (said > 0) return said;
  const finite = scoring.filter(({ score }) => score > 0 && Number.isFinite(score));
  const best = Math.max(1, ...finite.map(({ score }) => score));
  const isPart = !isSingle && finite.every(({ named }) => named.length === 1);
  return isPart ? finite.reduce((sum, { score }) => sum + score, 0) || 1 : best;
};

const metadataOf = (item: XmlElement) =>
  findAll(item, 'qtimetadatafield').map((field) => ({
    label: childOf(field, 'fieldlabel')?.text.trim() ?? '',
    entry: childOf(field, 'fieldentry')?.text.trim() ?? '',
  }));

/** Names of feedback on the question as a whole. */
const general = ['general_fb', 'correct_fb', 'correct', 'solution', 'Feedback'];

/** Kinds of Canvas whose answers are no choice, though their XML looks like one. */
const otherKinds = /dropdown|blank|matching|essay|numerical|calculated|ordering|categorization/;

const readItem = (item: XmlElement, note: Note): Result<Item, string> => {
  const metadata = metadataOf(item);
  const kind = metadata.find(({ label }) => label === 'question_type')?.entry ?? '';
  if (otherKinds.test(kind)) return failed(`is of the kind "${titleOf(kind)}"`);
  const [responses = item, ...others] = findAll(item, 'response_lid');
  const [choices] = findAll(responses, 'render_choice');
  if (!choices || others.length > 0) return failed('is not a question with one list of options');
  const labels = findAll(choices, 'response_label');
  const scoring = readScoring(item);
  const isSingle = !/^multiple$/i.test(responses.attributes.rcardinality ?? 'Single');
  const most = mostOf(item, scoring, isSingle);
  const weightOf = (id: string) => {
    const weights = scoring
      .filter(({ named, score }) => score > 0 && named.includes(id))
      .map(({ named, score }) => (Math.min(score / most, 1) * 100) / (isSingle ? 1 : named.length));
    return Math.max(0, ...weights);
  };
  const feedback = new Map(
    findAll(item, 'itemfeedback').map((one) => [one.attributes.ident ?? '', materialText(one)]),
  );
  const own = (id: string) =>
    scoring
      .filter(({ named }) => named.length === 1 && named[0] === id)
      .flatMap((one) => one.feedback.filter((name) => !general.includes(name)))
      .map((name) => feedback.get(name))
      .find((text) => text !== undefined && text.text !== '');
  const question: QuizQuestion = {
    id: ownId(item.attributes.ident),
    category: undefined,
    tags: metadata.filter(({ label }) => label === 'tag').map(({ entry }) => entry),
    stem: materialText(childOf(item, 'presentation'), responses),
    options: labels.map((label) => ({
      text: materialText(label),
      weight: weightOf(label.attributes.ident ?? ''),
      rationale: own(label.attributes.ident ?? '') ?? hasNone,
    })),
    isSingle,
    explanation: general.flatMap((name) => feedback.get(name) ?? []),
    shuffle: /^no$/i.test(choices.attributes.shuffle ?? '') ? false : undefined,
  };
  return toItem(question, note);
};

/* QTI 2.1 */

const readAssessmentItem = (item: XmlElement, note: Note): Result<Item, string> => {
  const body = childOf(item, 'itemBody');
  const [interaction, ...others] = body ? findAll(body, 'choiceInteraction') : [];
  const isOther = /Interaction$/;
  const hasOthers = body?.children.some(
    ({ name }) => isOther.test(name) && name !== 'choiceInteraction',
  );
  if (!body || !interaction || others.length > 0 || hasOthers) {
    return failed('is not a question with one list of options');
  }
  const declared = childrenOf(item, 'responseDeclaration').find(
    ({ attributes }) => attributes.identifier === interaction.attributes.responseIdentifier,
  );
  const right = childrenOf(childOf(declared, 'correctResponse'), 'value').map(({ text }) =>
    text.trim(),
  );
  if (right.length === 0) return failed('names no right answer');
  const choices = findAll(interaction, 'simpleChoice');
  const isRight = (choice: XmlElement) => right.includes(choice.attributes.identifier ?? '');
  const shares = shareOut(choices.map(isRight));
  const html = (text: string): QuizText => ({ text, format: 'html' });
  const prompt = childOf(interaction, 'prompt');
  const stem = printContent(body, ['choiceInteraction', 'rubricBlock']);
  const question: QuizQuestion = {
    id: ownId(item.attributes.identifier),
    category: undefined,
    tags: [],
    stem: html(stem + (prompt ? `<div>${printContent(prompt)}</div>` : '')),
    options: choices.map((choice, position) => ({
      text: html(printContent(choice, ['feedbackInline', 'feedbackBlock'])),
      weight: isRight(choice) ? Number(shares[position]) : 0,
      rationale: html(
        findAll(choice, 'feedbackInline')
          .map((one) => printContent(one))
          .join(' '),
      ),
    })),
    explanation: childrenOf(item, 'modalFeedback').map((one) => html(printContent(one))),
    shuffle: interaction.attributes.shuffle === 'false' ? false : undefined,
  };
  return toItem(question, note);
};

/** A document type that names a schema elsewhere says nothing of its own. */
const withoutType = (text: string) =>
  text.replace(/<!DOCTYPE\s[^<>[\]]*>|<\?xml-[^<>?]*\?>/g, (found) => found.replace(/[^\n]/g, ''));

/** Files of a package that hold no questions. */
const others = ['manifest', 'assessmentTest', 'quiz'];

const read: ReadText = (text) => {
  const root = readXmlTree(withoutType(text));
  if (!root.ok) return root;
  const reading: Reading = emptyReading();
  const note = (lost: string) => noteOnce(reading, lost);
  const add = (item: XmlElement, one: Result<Item, string>) =>
    addItem(reading, `:${item.line}`, item.attributes.title ?? '', one);
  if (root.value.name === 'assessmentItem') {
    add(root.value, readAssessmentItem(root.value, note));
    return success(reading);
  }
  if (others.includes(root.value.name)) return success(reading);
  if (root.value.name !== 'questestinterop') {
    return failed({
      line: root.value.line,
      message: 'The root is neither <questestinterop> nor <assessmentItem>: export QTI.',
    });
  }
  for (const item of findAll(root.value, 'item')) add(item, readItem(item, note));
  return success(reading);
};

const material = (html: string) =>
  `<material><mattext texttype="text/html">${escapeMarkup(html)}</mattext></material>`;

const field = (label: string, entry: string) =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${escapeMarkup(entry)}</fieldentry></qtimetadatafield>`;

const condition = (inside: string, then: string, isLast = false) =>
  `<respcondition continue="${isLast ? 'No' : 'Yes'}"><conditionvar>${inside}</conditionvar>${then}</respcondition>`;

const equal = (position: number) => `<varequal respident="response1">o${position + 1}</varequal>`;
const shows = (name: string) => `<displayfeedback feedbacktype="Response" linkrefid="${name}"/>`;

const printItem = (question: Outgoing): string => {
  const { id, stem, options, explanation, references, images, shuffle } = question;
  const isSingle = options.filter(({ right }) => right).length === 1;
  const kind = isSingle ? 'multiple_choice_question' : 'multiple_answers_question';
  const right = options.map((option, position) =>
    option.right ? equal(position) : `<not>${equal(position)}</not>`,
  );
  const single = options.flatMap((option, position) => (option.right ? [equal(position)] : []));
  const feedback = printFeedback(explanation, references);
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

export const qti: SourceFormat = {
  read,
  endings: ['dat'],
  shape: '<item> in <questestinterop>, or <assessmentItem>',
  print,
  pack: packQti,
  hasImagesBeside: true,
};
