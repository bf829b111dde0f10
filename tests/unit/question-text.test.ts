import { expect, it } from 'vitest';
import type { Question } from '#contract/wire.ts';
import { statedCount } from '#exam/grading/stated-count.ts';
import { questionSegments } from '#exam/texts/question-parts.ts';
import { plainText } from '#exam/texts/search.ts';
import { searchWords } from '#exam/texts/study-texts.ts';
import { printDeck } from '#exchange/deck.ts';
import { textParts } from '#wording/question-text.ts';

const asked = (question: string, questionParts: string[]): Question => ({
  ...{ question, questionParts },
  options: ['a', 'b', 'c'],
  answers: ['a', 'b'],
});

/** What each reader makes of a question's text. */
const readers: Record<string, (question: Question) => unknown> = {
  'the screen': (question) =>
    questionSegments(question).map((piece) => 'text' in piece && piece.text),
  'search and lists': (question) => plainText(question),
  'the discussion': (question) => searchWords(question),
  'the stated number': (question) => statedCount(question),
  'another format': (question) => {
    const own = { id: 'q', answer: { question, images: [] }, images: [] };
    return printDeck('deck', [own], 'json').file;
  },
};

it.each(Object.entries(readers))(
  '%s takes the parts of a question, whatever else it says',
  (_, read) => {
    const parts = ['A shop sells bread.', 'Which of these?'];
    expect(textParts(asked('Which one?', parts))).toEqual(parts);
    expect(read(asked('Which TWO of all?', parts))).toEqual(read(asked('', parts)));
    expect(read(asked('', parts))).not.toEqual(read(asked('', ['Which TWO of all?'])));
  },
);

it.each(Object.entries(readers))('%s takes the question where there are no parts', (_, read) => {
  expect(read(asked('Which TWO of these?', []))).toEqual(read(asked('', ['Which TWO of these?'])));
});
