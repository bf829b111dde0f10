import { failed, type Result, success } from '#contract/result.ts';
import type { Item, Note } from '../../item.ts';
import { printContent } from '../../markup/html-printer.ts';
import { childOf, childrenOf, findAll, type XmlElement } from '../../markup/xml-tree.ts';
import { knownId, noText, pairUp, type QuizQuestion, type QuizText, toItem } from '../../quiz.ts';

/** QTI 2.1. */

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
    const options = choices.map(({ id, ...choice }) => ({ ...choice, weight: right.includes(id) }));
    return success({ options });
  },
  orderInteraction: (interaction, right) => {
    const choices = findAll(interaction, 'simpleChoice').map(readChoice);
    const steps = right.flatMap((id) => choices.find((choice) => choice.id === id) ?? []);
    const options = [...steps, ...choices.filter((choice) => !steps.includes(choice))].map(
      ({ id, ...choice }) => ({ ...choice, weight: right.includes(id) }),
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
    const none = left.map(({ text }) => ({ prompt: noText, answer: text }));
    return success(pairUp([...used, ...none]));
  },
};

export const readAssessmentItem = (item: XmlElement, note: Note): Result<Item, string> => {
  const body = childOf(item, 'itemBody');
  const known = Object.keys(interactions).flatMap((name) => findAll(body, name));
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
    id: knownId(item.attributes.identifier),
    category: undefined,
    tags: [],
    stem: html(stem + (prompt ? `<div>${printContent(prompt)}</div>` : '')),
    ...answers.value,
    explanation: childrenOf(item, 'modalFeedback').map((one) => html(printContent(one))),
    shuffle: interaction.attributes.shuffle === 'false' ? false : undefined,
  };
  return toItem(question, note);
};
