import { isQuestionId } from '#bank/validate/question.ts';
import { failed, type Result, success } from '#contract/result.ts';
import {
  addItem,
  emptyReading,
  type Item,
  mostOptions,
  noteOnce,
  type Reading,
  titleOf,
} from '../../item.ts';
import { escapeMarkup, printContent, printInline } from '../../markup/html-printer.ts';
import {
  childOf,
  childrenOf,
  findAll,
  readXmlTree,
  type XmlElement,
} from '../../markup/xml-tree.ts';
import { pairUp, type QuizQuestion, type QuizText, shareOut, toItem } from '../../quiz.ts';
import type { Reader, ReadText } from '../format.ts';

/** IMS QTI: 1.2 as Canvas and Blackboard write it, and the items of 2.1; written as 1.2 for Canvas. */

type Note = (text: string) => void;

/** The rest are generated names, which would mean nothing to a reader. */
const ownId = (id = '') => (isQuestionId(id) ? id : undefined);

const hasNone = { text: '', format: 'plain' };

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
    const scores = childrenOf(one, 'setvar').map(({ text, attributes }) => {
      if (/^(?:subtract|multiply|divide)$/i.test(attributes.action ?? '')) return 0;
      return /^\s*SCORE\.max\s*$/i.test(text) ? Number.POSITIVE_INFINITY : Number(text);
    });
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
  if (labels.length > mostOptions) return failed(`has over ${mostOptions} options`);
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

const html = (text: string): QuizText => ({ text, format: 'html' });

const readChoice = (choice: XmlElement) => ({
  id: choice.attributes.identifier ?? '',
  text: html(printContent(choice, ['feedbackInline', 'feedbackBlock'])),
  rationale: html(
    findAll(choice, 'feedbackInline')
      .map((one) => printContent(one))
      .join(' '),
  ),
});

type Answers = Pick<QuizQuestion, 'kind' | 'options' | 'prompts'>;

/** What each interaction asks for; `right` are the values of its right response. */
const interactions: Record<
  string,
  (interaction: XmlElement, right: readonly string[]) => Result<Answers, string>
> = {
  choiceInteraction: (interaction, right) => {
    const choices = findAll(interaction, 'simpleChoice').map(readChoice);
    const shares = shareOut(choices.map(({ id }) => right.includes(id)));
    const options = choices.map(({ id, ...choice }, position) => ({
      ...choice,
      weight: right.includes(id) ? Number(shares[position]) : 0,
    }));
    return success({ options });
  },
  orderInteraction: (interaction, right) => {
    const choices = findAll(interaction, 'simpleChoice').map(readChoice);
    const steps = right.flatMap((id) => choices.find((choice) => choice.id === id) ?? []);
    const options = [...steps, ...choices.filter((choice) => !steps.includes(choice))].map(
      ({ id, ...choice }) => ({ ...choice, weight: right.includes(id) ? 100 : 0 }),
    );
    return success({ kind: 'order', options });
  },
  matchInteraction: (interaction, right) => {
    const [prompts = [], options = []] = findAll(interaction, 'simpleMatchSet').map((set) =>
      findAll(set, 'simpleAssociableChoice').map(readChoice),
    );
    const pairs = prompts.map(({ id, text }) => {
      const own = right.filter((pair) => pair.split(/\s+/)[0] === id);
      return { prompt: text, rest: own.length, id: own[0]?.split(/\s+/)[1] };
    });
    if (pairs.some(({ rest }) => rest !== 1)) {
      return failed('is a match in which a prompt does not have one option');
    }
    const used = pairs.flatMap(({ prompt, id }) => {
      const option = options.find((one) => one.id === id);
      return option ? { prompt, answer: option.text } : [];
    });
    const left = options.filter((one) => !pairs.some(({ id }) => id === one.id));
    const none = left.map(({ text }) => ({ prompt: hasNone, answer: text }));
    return success(pairUp([...used, ...none]));
  },
};

const readAssessmentItem = (item: XmlElement, note: Note): Result<Item, string> => {
  const body = childOf(item, 'itemBody');
  const known = Object.keys(interactions).flatMap((name) => (body ? findAll(body, name) : []));
  const [interaction, ...others] = known;
  const isOther = /Interaction$/;
  const hasOthers = body?.children.some(
    ({ name }) => isOther.test(name) && !Object.hasOwn(interactions, name),
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
  const answers = interactions[interaction.name]?.(interaction, right);
  if (!answers?.ok) return failed(answers?.failure ?? 'has no answers');
  const prompt = childOf(interaction, 'prompt');
  const stem = printContent(body, [interaction.name, 'rubricBlock']);
  const question: QuizQuestion = {
    id: ownId(item.attributes.identifier),
    category: undefined,
    tags: [],
    stem: html(stem + (prompt ? `<div>${printContent(prompt)}</div>` : '')),
    ...answers.value,
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

const _read: ReadText = (text) => {
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

export const qtiReader: Reader = {
  read: _read,
  looksLike: (text) =>
    /<(?:questestinterop|assessmentItem|assessmentTest|manifest)[\s>]|canvas\.instructure\.com/.test(
      text,
    ),
  shape: '<item> in <questestinterop>, or <assessmentItem>',
};
