import { expect, it } from 'vitest';
import { readDeck } from '#exchange/deck.ts';

const read = (name: string, text: string) =>
  readDeck([{ name, bytes: new TextEncoder().encode(text) }], {});
const sketch = ({ questions }: ReturnType<typeof readDeck>) =>
  questions.map(({ answer: { question } }) => [
    question.question,
    question.options,
    question.answers,
    question.explanation,
  ]);

const single = `<problem display_name="Birds">
  <multiplechoiceresponse>
    <label>Which bird <b>swims</b>?</label>
    <choicegroup type="MultipleChoice">
      <choice correct="true">Penguin<choicehint>It does.</choicehint></choice>
      <choice correct="false">Eagle</choice>
    </choicegroup>
    <solution><div class="detailed-solution"><p>It cannot fly.</p></div></solution>
  </multiplechoiceresponse>
</problem>`;

it('a problem of Open edX is read, with its hints and its solution', () => {
  const deck = read('a.xml', single);
  expect(sketch(deck)).toEqual([
    ['Which bird swims?', ['Penguin', 'Eagle'], ['Penguin'], 'It cannot fly.'],
  ]);
  expect(deck.questions[0]?.answer.question.optionNotes).toEqual(['It does.', '']);
});

it('checkboxes and drop-downs are read, with the words before each, and others are named', () => {
  const text = `<course><problem>
    <p>Which are even?</p>
    <choiceresponse><checkboxgroup><choice correct="true">Two</choice><choice correct="false">Three</choice><choice correct="true">Four</choice></checkboxgroup></choiceresponse>
    <p>Which is odd?</p>
    <optionresponse><optioninput options="('Five','Six')" correct="Five"/></optionresponse>
    </problem><problem display_name="A number"><numericalresponse answer="4"/></problem>
    <problem><multiplechoiceresponse><label>None?</label><choicegroup><choice correct="false">a</choice><choice correct="false">b</choice></choicegroup></multiplechoiceresponse></problem></course>`;
  const deck = read('course.olx', text);
  expect(sketch(deck).map(([stem, options, answers]) => [stem, options, answers])).toEqual([
    ['Which are even?', ['Two', 'Three', 'Four'], ['Two', 'Four']],
    ['Which is odd?', ['Five', 'Six'], ['Five']],
  ]);
  expect(deck.leftOut.map(({ title, reason }) => [title, reason])).toEqual([
    ['A number', 'is no choice'],
    ['multiplechoiceresponse', 'names no right answer'],
  ]);
});

it('YAML is read under the names that JSON may have', () => {
  const list = `questions:
  - question: Which bird swims?
    options: [Penguin, Eagle]
    answer: Penguin
    explanation: |
      It does.
  - question: Which is even?
    choices: {A: Two, B: Three}
    correct: A
`;
  expect(sketch(read('a.yml', list)).map((one) => one.slice(0, 3))).toEqual([
    ['Which bird swims?', ['Penguin', 'Eagle'], ['Penguin']],
    ['Which is even?', ['Two', 'Three'], ['Two']],
  ]);
  expect(read('a.yaml', 'a: [').leftOut).toMatchObject([
    { reason: 'The file is not YAML: correct it here or before.' },
  ]);
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
    .split('')
    .map((name, at) => `${name}: &${name} [${`*${'abcdefg'[at]},`.repeat(9)}x]`)
    .join('\n')}\n`;
  expect(read('a.yaml', bomb).questions).toEqual([]);
});
