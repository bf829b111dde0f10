import type { ExamDetail, Provider, Question } from '#contract/wire.ts';
import { isSingleAnswer } from '#exam/grading/grading.ts';
import { examCountText, LISTED, letterOf, splitExamName } from '#exam/texts/labels.ts';
import { hasLoneSurrogate } from '#primitives/encode.ts';
import { accentOf } from '#theme/accent.ts';
import { textParts } from '#wording/question-text.ts';

/**
 * Part of the inline script: fills the prerendered markup. What is filled bears a `data-slot`, so it
 * may be anywhere. An answer of the wrong shape throws, and the app then reports it.
 */

export const findSlot = (name: string, root: ParentNode = document) =>
  root.querySelector(`[data-slot=${name}]`) as HTMLElement;

export const fill = (name: string, values: object, root?: ParentNode) =>
  Object.assign(findSlot(name, root), values);

export const findTemplate = (name: string) =>
  document.querySelector(`template[data-screen=${name}]`) as HTMLTemplateElement | null;

const readPart = (name: string) => findTemplate(name)?.content.firstElementChild as Element;

/** Puts a filled copy of a slot in its place for each item. */
const repeat = <T>(
  name: string,
  root: Element,
  items: T[],
  fillCopy: (copy: HTMLElement, item: T, position: number) => void,
) => {
  const slot = findSlot(name, root);
  slot.replaceWith(
    ...items.map((item, position) => {
      const copy = slot.cloneNode(true) as HTMLElement;
      fillCopy(copy, item, position);
      return copy;
    }),
  );
};

const isProvider = ({ id, name, examCount }: Provider) =>
  id &&
  typeof id === 'string' &&
  !hasLoneSurrogate(id) &&
  typeof name === 'string' &&
  typeof examCount === 'number';

/** The cards of home; undefined if only the app can show them. */
export const renderProviders = (providers: Provider[], addressOf: (id: string) => string) => {
  if (!providers[0] || !providers.every(isProvider)) return undefined;
  const list = readPart('card');
  repeat('card', list, providers, (card, { id, name, examCount }) => {
    card.dataset.accent = accentOf(id);
    fill('link', { href: addressOf(id) }, card);
    fill('name', { textContent: name }, card);
    fill('count', { textContent: examCountText(examCount) }, card);
    findSlot('exams', card).style.setProperty('--rows', `${Math.min(examCount, LISTED)}`);
  });
  return list;
};

/** Whether a text contains neither code nor images, which only the app can show. */
const isPlain = (text: unknown) =>
  typeof text === 'string' && text.trim() !== '' && !/`|\[img-/.test(text);

/** An exam's first question, which can't be answered yet; undefined if only the app can show it. */
export const renderQuestion = (question: Question) => {
  const { options, answers, kind } = question;
  const texts = textParts(question);
  if (kind || !options[0] || ![...texts, ...options].every(isPlain)) return undefined;
  const isSingle = isSingleAnswer(answers);
  const article = readPart('question');
  fill('options', { role: isSingle ? 'radiogroup' : 'group' }, article);
  repeat('option', article, options, (row, textContent, position) => {
    fill('letter', { textContent: letterOf(position) }, row);
    fill('choice', { type: isSingle ? 'radio' : 'checkbox' }, row);
    fill('text', { textContent }, row);
  });
  repeat('text', article, texts, (line, textContent) => Object.assign(line, { textContent }));
  return article;
};

/** An exam's name as the app shows it, so that no line moves once it has started. */
export const fillName = (name: string) => {
  const parts = splitExamName(name).map((textContent, place) =>
    Object.assign(document.createElement('span'), {
      textContent,
      className: place ? 'unbroken' : '',
    }),
  );
  findSlot('heading').replaceChildren(...parts);
};

/** What the run's header says beside its first question. */
export const fillHeader = ({
  name,
  questionIds,
}: Pick<ExamDetail, 'name'> & { questionIds: unknown[] }) => {
  fillName(name);
  fill('place', { textContent: `Question 1 of ${questionIds.length}` });
  fill('score', { textContent: 'Score: 0/0', hidden: false });
};
