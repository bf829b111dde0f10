import { failed, type Result } from '#contract/result.ts';
import { type Item, mostOptions, type Note, titleOf } from '../../item.ts';
import { escapeMarkup, printContent, printInline } from '../../markup/html-printer.ts';
import { childOf, childrenOf, findAll, type XmlElement } from '../../markup/xml-tree.ts';
import { knownId, noText, type QuizQuestion, type QuizText, toItem } from '../../quiz.ts';

/** QTI 1.2. */

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

export const readItem = (item: XmlElement, note: Note): Result<Item, string> => {
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
    id: knownId(item.attributes.ident),
    category: undefined,
    tags: metadata.filter(({ label }) => label === 'tag').map(({ entry }) => entry),
    stem: materialText(childOf(item, 'presentation'), responses),
    options: labels.map((label) => ({
      text: materialText(label),
      weight: weightOf(label.attributes.ident ?? ''),
      rationale: own(label.attributes.ident ?? '') ?? noText,
    })),
    isSingle,
    explanation: general.flatMap((name) => feedback.get(name) ?? []),
    shuffle: /^no$/i.test(choices.attributes.shuffle ?? '') ? false : undefined,
  };
  return toItem(question, note);
};
