import { isSingleAnswer } from '#exam/grading.ts';
import type { FirstQuestion } from '#storage/first-question.ts';

/** Whether a text contains neither code nor images, which only the app can show. */
const isPlain = (text: unknown) =>
  typeof text === 'string' && text.trim() !== '' && !/`|\[img-/.test(text);

const copyOf = (element: Element) => element.cloneNode(true) as Element;

const fillLines = (box: Element, texts: string[]) => {
  const [line] = box.children as unknown as [Element];
  box.replaceChildren(...texts.map((textContent) => Object.assign(copyOf(line), { textContent })));
};

const fillOptions = (group: Element, { options, answers }: FirstQuestion['question']) => {
  const isSingle = isSingleAnswer(answers);
  const [row] = group.children as unknown as [Element];
  const fill = (text: string, position: number) => {
    const filled = copyOf(row);
    const label = filled.querySelector('label') as Element;
    const [input, mark, words] = label.children as unknown as [Element, Element, Element];
    const letter = 'ABCDEF'[position];
    if (letter) label.setAttribute('data-letter', letter);
    else label.removeAttribute('data-letter');
    const type = isSingle ? 'radio' : 'checkbox';
    input.setAttribute('type', type);
    mark.setAttribute('data-type', type);
    fillLines(words, [text]);
    return filled;
  };
  group.setAttribute('role', isSingle ? 'radiogroup' : 'group');
  group.replaceChildren(...options.map(fill));
};

/**
 * Part of the inline script: shows an exam's first question in place of its placeholders. Returns
 * false for a question that only the app can show; throws if it has the wrong shape.
 */
export const showQuestion = (
  placeholder: Element,
  article: Element,
  { name, total, question }: FirstQuestion,
) => {
  const texts = question.questionParts?.length ? question.questionParts : [question.question];
  if (!question.options[0] || !placeholder.isConnected) return false;
  if (![name, ...texts, ...question.options].every(isPlain)) return false;
  const [words, options] = article.children as unknown as [Element, Element];
  fillLines(words, texts);
  fillOptions(options, question);
  const [heading, place] = document.querySelectorAll('h1, h1 + div > p');
  if (heading) heading.textContent = name;
  if (place) {
    place.textContent = `Question 1 of ${total}`;
    place.after(Object.assign(document.createElement('p'), { textContent: 'Score: 0/0' }));
  }
  placeholder.replaceWith(article);
  return true;
};
