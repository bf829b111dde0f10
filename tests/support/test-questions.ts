import type { Question } from '#contract/wire.ts';
import { largePng, pngBytes, svgBytes } from './test-images.ts';

export type TestQuestion = Omit<Question, 'question'> & {
  /** Bytes by file name; 'missing' is a picture that the question names and nobody has. */
  pictures?: Record<string, Uint8Array<ArrayBuffer> | 'missing'>;
};

/** A question that can be answered with the option 'right'. */
export const plainQuestion = (stem: string, extras: Partial<Question> = {}): TestQuestion => ({
  questionParts: [stem],
  options: ['right', 'wrong', 'almost', 'far off'],
  answers: ['right'],
  explanation: 'It says so on the option.',
  optionNotes: ['It is.', 'It is not.', 'Nearly, though.', 'Not even close.'],
  references: [{ title: 'The documentation', url: 'https://docs.example.com/right' }],
  domain: 'd1',
  // Most tests tell options by their place.
  shuffle: false,
  ...extras,
});

/** Question ids say what is odd about each. */
export const everyKind = {
  single: plainQuestion('Which one is right?'),
  multiple: plainQuestion('Which two are right? (Choose TWO.)', {
    options: ['right', 'wrong', 'right too', 'far off', 'no'],
    answers: ['right', 'right too'],
    optionNotes: undefined,
    domain: 'd2',
  }),
  'no-options': plainQuestion('What would you say?', {
    options: [],
    answers: ['Anything.'],
    optionNotes: undefined,
  }),
  'duplicate-options': plainQuestion('Which of the two equal ones?', {
    options: ['right', 'right', 'wrong', 'wrong'],
    optionNotes: undefined,
  }),
  'foreign-answer': plainQuestion('Whose answer is no option?', { answers: ['elsewhere'] }),
  markup: plainQuestion('Is <b>bold</b> &amp; <script>alert(1)</script> only text?', {
    options: ['<i>right</i>', '</p>', '&lt;', '"\'`$'],
    answers: ['<i>right</i>'],
  }),
  long: plainQuestion(`How long may a word be? ${'unbreakable'.repeat(20)} `.repeat(8), {
    options: ['right', 'A very long option that goes on and on. '.repeat(12), 'x', 'y'],
  }),
  'picture-in-stem': {
    ...plainQuestion('', {
      questionParts: ['Look at this:', '[img-1]', 'and at this:', '[img-2]', 'What is it?'],
      imageAlts: { 'img-1': 'A gradient', 'img-2': 'A blue box' },
    }),
    pictures: { 'img-1.png': largePng, 'img-2_wide.svg': svgBytes('stem') },
  },
  'picture-in-options': {
    ...plainQuestion('Which picture is right?', {
      options: ['[img-1]', '[img-2]', 'Neither [img-1] nor text', '[img-10]'],
      answers: ['[img-1]'],
      imageAlts: { 'img-1': 'First', 'img-2': 'Second', 'img-10': 'Tenth' },
    }),
    pictures: {
      'img-10.svg': svgBytes('ten'),
      'img-1.svg': svgBytes('one'),
      '[img-2].png': pngBytes,
    },
  },
  'picture-missing': {
    ...plainQuestion('', {
      questionParts: [
        'The file of this one is gone:',
        '[img-1]',
        'and this never had one: [img-2]',
      ],
      imageAlts: { 'img-1': 'What was here', 'img-2': 'What never was' },
    }),
    pictures: { 'img-1.png': 'missing' },
  },
} satisfies Record<string, TestQuestion>;

/** question-01 and so on, in alternating domains. */
export const manyQuestions = (count: number): Record<string, TestQuestion> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, place) => {
      const number = `${place + 1}`.padStart(2, '0');
      const domain = place % 2 === 0 ? 'd1' : 'd2';
      return [`question-${number}`, plainQuestion(`What is question ${number}?`, { domain })];
    }),
  );

/** A question of each kind that is no choice, and one of a kind that nobody knows. */
export const otherKinds = {
  series: plainQuestion('Which of these statements are true?', {
    kind: 'series',
    options: ['The sky is blue', 'Water is dry', 'Two is even'],
    answers: ['The sky is blue', 'Two is even'],
    optionNotes: ['Look up.', 'It is wet.', 'It halves.'],
  }),
  order: plainQuestion('Which three steps are needed, in which order?', {
    kind: 'order',
    options: ['Stop it', 'Detach it', 'Shout', 'Attach it'],
    answers: ['Detach it', 'Attach it', 'Stop it'],
    optionNotes: ['Last.', 'First.', 'It helps nobody.', 'Second.'],
  }),
  match: plainQuestion('Which service does each task need?', {
    kind: 'match',
    options: ['Blob', 'Queue', 'Table'],
    answers: ['Queue', 'Blob', 'Queue'],
    prompts: ['Messages', 'Pictures', 'Jobs'],
    promptNotes: ['They wait.', 'They are large.', 'They wait, too.'],
    optionNotes: ['For pictures.', 'For messages.', 'For rows.'],
  }),
  hotspot: plainQuestion('Where would you tap?', { kind: 'hotspot' }),
};
