import { describe, expect, it } from 'vitest';
import type { OwnQuestion } from '#contract/own.ts';
import { kindOf } from '#exam/grading/kinds.ts';
import { pack } from '#exchange/archive.ts';
import { printDeck, readDeck } from '#exchange/deck.ts';
import type { ReadContext } from '#exchange/formats/format.ts';
import { picture } from '#support/bank-folder.ts';
import { sketchAs } from '#support/exchange.ts';

const svg = picture();
const bytesOf = (content: string | Uint8Array) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return Uint8Array.from(bytes);
};
const read = (name: string, text: string, told: ReadContext = {}) =>
  readDeck([{ name, bytes: bytesOf(text) }], told);

const question: OwnQuestion = {
  id: 'q1',
  answer: {
    question: {
      question: 'What is [img-1]?',
      questionParts: ['What is', '[img-1]', '?'],
      options: ['A red box', 'A blue box', 'No box'],
      answers: ['A red box'],
      optionNotes: ['See its color.', '', ''],
      explanation: 'It is red.',
      imageAlts: { 'img-1': 'A box' },
    },
    images: ['img-1.svg'],
  },
  images: [{ file: 'img-1.svg', type: 'image/svg+xml', bytes: bytesOf(svg) }],
};

/** Each option with its note, whatever their order. */
const pairsOf = ({ question: { options, optionNotes = [] } }: OwnQuestion['answer']) =>
  options.map((text, index) => [text, optionNotes[index] || '']).sort();

describe('the questions of a learner’s files', () => {
  it('are read as the API would send them, with their images', () => {
    const text = `### What is ![A box](data:image/svg+xml;base64,${btoa(svg)})?\n\n- [x] Red\n- [ ] Blue\n`;
    const { questions, leftOut } = read('deck.md', text);
    expect(leftOut).toEqual([]);
    expect(questions).toHaveLength(1);
    const { id, answer, images } = questions[0] ?? question;
    expect(id).not.toBe('');
    expect(pairsOf(answer)).toEqual([
      ['Blue', ''],
      ['Red', ''],
    ]);
    expect(answer.question).toMatchObject({
      answers: ['Red'],
      imageAlts: { 'img-1': 'A box' },
    });
    expect(answer.question.questionParts.join(' ')).toContain('[img-1]');
    expect(answer.images.map((path) => path.split('/').at(-1))).toEqual(['img-1.svg']);
    expect(images).toEqual([{ file: 'img-1.svg', type: 'image/svg+xml', bytes: bytesOf(svg) }]);
  });

  it('are read without references that lead nowhere, and that is said', () => {
    const text = '[{"question":"One?","options":["a","b"],"answer":"a","source":"A newspaper."}]';
    const { questions, notes } = read('deck.json', text);
    expect(questions[0]?.answer.question.references).toEqual([]);
    expect(notes).toEqual([
      'deck.json: note: references without an https address are left out (1 of them)',
    ]);
  });

  it('are printed with a word about what the format cannot keep', () => {
    const losses = (['anki', 'aiken', 'json'] as const).map((to) => printDeck('D', [], to).loss);
    expect(losses).toEqual([
      expect.stringContaining('hyphens'),
      expect.stringContaining('line breaks'),
      undefined,
    ]);
  });

  const kindsText = [
    '<!-- certdeck a\nkind: series\n-->\n### Which are true?\n\n- [x] One\n  > Yes.\n- [ ] Two\n',
    '<!-- certdeck b\nkind: order\n-->\n### Which order?\n\n1. First\n  > Then it is there.\n2. Second\n- [ ] Never\n',
    '<!-- certdeck c\nkind: match\n-->\n### Which fits?\n\n- A => x\n  > For it is.\n- B => y\n- C => x\n- => z\n',
  ].join('\n');

  it('have their kinds, from the file to the run and back to a file', () => {
    const { questions, leftOut } = read('deck.md', kindsText);
    expect(leftOut).toEqual([]);
    const asked = questions.map(({ answer }) => answer.question);
    expect(asked.map((one) => kindOf(one))).toEqual(['series', 'order', 'match']);
    expect(asked.map(({ answers }) => answers)).toEqual([
      ['One'],
      ['First', 'Second'],
      ['x', 'y', 'x'],
    ]);
    expect(asked[2]).toMatchObject({
      prompts: ['A', 'B', 'C'],
      promptNotes: ['For it is.', '', ''],
    });
    const printed = printDeck('Deck', questions, 'markdown');
    expect(printed.leftOut).toEqual([]);
    const again = read('deck.md', `${printed.file}`);
    expect(again.questions.map(({ answer }) => answer)).toEqual(
      questions.map(({ answer }) => answer),
    );
    expect(`${printDeck('Deck', questions, 'gift').file}`).toContain('A\\: For it is.');
    expect(printDeck('Deck', questions, 'csv').leftOut).toEqual(
      ['series', 'order', 'match'].map((kind) => expect.stringContaining(`of the kind "${kind}"`)),
    );
  });

  it('are told apart by their prompts alone', () => {
    const pairs = '- A => x\n- B => y\n';
    const others = '- C => x\n- D => y\n';
    const text = [pairs, others].map(
      (lines) => `<!-- certdeck a\nkind: match\n-->\n### Which fits?\n\n${lines}`,
    );
    expect(read('deck.md', text.join('\n')).questions).toHaveLength(2);
  });

  it('keep their ids when they are read again, and differ', () => {
    const text = 'First?\nA. a\nB. b\nANSWER: A\n\nSecond?\nA. a\nB. b\nANSWER: B\n';
    const ids = read('deck.aiken', text).questions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(read('deck.aiken', text).questions.map(({ id }) => id)).toEqual(ids);
  });

  it('say what was left out, where and why, and which file can not be read', () => {
    const text = 'First?\nA. a\nB. b\nANSWER: A\n\nSecond?\nA. a\nB. b\nANSWER: C\n';
    const { questions, leftOut } = read('deck.aiken', text);
    expect(questions).toHaveLength(1);
    expect(leftOut).toEqual([
      {
        place: expect.stringMatching(/^deck\.aiken:\d+$/),
        title: 'Second?',
        reason: expect.stringMatching(/./),
      },
    ]);
    expect(read('deck.json', '{').leftOut).toEqual([
      { place: 'deck.json:1', title: '', reason: expect.stringMatching(/./) },
    ]);
  });

  it('keep the options in the order of the file, whose explanations name their letters', () => {
    const options = ['Ant', 'Bee', 'Cat', 'Dog', 'Eel', 'Fox'];
    const text = options.map((option, index) => `${'ABCDEF'[index]}. ${option}`).join('\n');
    for (const stem of ['First?', 'Second?', 'Third?']) {
      const { questions } = read('deck.aiken', `${stem}\n${text}\nANSWER: C\n`);
      const { question: compiled } = questions[0]?.answer ?? question.answer;
      expect(compiled.options).toEqual(options);
      // A set still shuffles them.
      expect(compiled).not.toHaveProperty('shuffle');
    }
  });

  it('say which file each is from', () => {
    const file = (name: string, stem: string) => ({
      name,
      bytes: bytesOf(`${stem}\nA. a\nB. b\nANSWER: A\n`),
    });
    const { files } = readDeck([file('a.aiken', 'First?'), file('b.aiken', 'Second?')], {});
    expect(files).toEqual(['a.aiken', 'b.aiken']);
    // A name that another begins with is not that one.
    const names = ['a', 'a.aiken', 'a.aiken.txt'];
    const given = names.map((name) => file(name, `What is ${name}?`));
    expect(readDeck(given, {}).files).toEqual(names);
    const packed = printDeck('My exam', [question], 'qti').file;
    expect(readDeck([{ name: 'c.zip', bytes: bytesOf(packed) }], {}).files).toEqual(['c.zip']);
  });

  it('ask for a column that they can not do without, until it is named', () => {
    const text = 'Kysymys,Eka,Toka,Oikein\nMikä?,a,b,1\n';
    const { asked, questions, leftOut } = read('deck.csv', text);
    expect([questions, leftOut]).toEqual([[], []]);
    const headers = ['Kysymys', 'Eka', 'Toka', 'Oikein'];
    expect(asked).toEqual({ kind: 'column', part: 'question', headers });
  });
});

describe('the questions of a learner’s exam', () => {
  const back = (name: string, file: string | Uint8Array) =>
    readDeck([{ name, bytes: bytesOf(file) }], {}).questions;

  it.each([
    ['markdown', 'deck.md'],
    ['json', 'deck.json'],
    ['moodle', 'deck.xml'],
    ['gift', 'deck.gift'],
  ] as const)('are the same ones when they were printed as %s and read again', (format, name) => {
    const { file, count, leftOut } = printDeck('My exam', [question], format);
    expect([count, leftOut]).toEqual([1, []]);
    const questions = back(name, file);
    expect(questions).toHaveLength(1);
    const { answer, images } = questions[0] ?? question;
    const { answers, explanation, imageAlts } = question.answer.question;
    expect(answer.question).toMatchObject({ answers, explanation, imageAlts });
    expect(pairsOf(answer)).toEqual(pairsOf(question.answer));
    expect(images[0]?.bytes).toEqual(bytesOf(svg));
  });

  it('that another program could not hold are left out, with the reason', () => {
    const { question: asked, images } = question.answer;
    const unanswered = {
      ...question,
      id: 'q2',
      answer: { question: { ...asked, answers: [] }, images },
    };
    const { count, leftOut } = printDeck('My exam', [question, unanswered], 'gift');
    expect(count).toBe(1);
    expect(leftOut).toEqual([expect.stringMatching(/^q2: ./)]);
  });
});

describe('a single answer in GIFT', () => {
  it('is printed as one, so that other programs show radio buttons', () => {
    const { file } = printDeck('My exam', [question], 'gift');
    expect(`${file}`).toMatch(/^=A red box/m);
    expect(`${file}`).toMatch(/^~A blue box/m);
    const both = ['A red box', 'A blue box'];
    const several = structuredClone(question);
    several.answer.question.answers = both;
    expect(`${printDeck('My exam', [several], 'gift').file}`).toMatch(/^~%50%A red box/m);
  });

  it('is refused if none of them is all right, but several may be right together', () => {
    expect(sketchAs('gift', 'Q? {=%50%a =%50%b ~c}\n')).toEqual([
      expect.stringContaining('is for one answer, of which none gets all the marks'),
    ]);
    expect(sketchAs('gift', 'Q? {~%50%a ~%50%b ~%-100%c}\n')).toEqual(['Q? | + a | + b | - c']);
  });
});

describe('texts and names in two Unicode forms', () => {
  const [composed, apart] = ['Größe'.normalize('NFC'), 'Größe'.normalize('NFD')];

  it.each([
    [composed, apart],
    [apart, composed],
  ])('name the same picture', (named, file) => {
    const text = `### What is ![A box](${named}.svg)?\n\n- [x] Red\n- [ ] Blue\n`;
    const { questions, leftOut } = readDeck(
      [
        { name: 'deck.md', bytes: bytesOf(text) },
        { name: `${file}.svg`, bytes: bytesOf(svg) },
      ],
      {},
    );
    expect(leftOut).toEqual([]);
    expect(questions[0]?.images).toHaveLength(1);
  });

  it.each([
    [composed, apart],
    [apart, composed],
  ])('are the same answer, and one option', (option, answer) => {
    const of = (options: string[]) => JSON.stringify([{ question: 'Which?', options, answer }]);
    const { questions, leftOut } = read('deck.json', of([option, 'other']));
    expect(leftOut).toEqual([]);
    expect(questions[0]?.answer.question.answers).toEqual([composed]);
    expect(read('deck.json', of([option, answer])).questions).toEqual([]);
  });
});

describe('a file that is made to be too much', () => {
  const zip = (files: Record<string, Uint8Array>) => pack(files);
  const aiken = bytesOf('First?\nA. a\nB. b\nANSWER: A\n');

  it('as archives in archives is refused by what they hold together', () => {
    const inner = zip({ 'zeros.txt': new Uint8Array(20 * 1024 * 1024) });
    const outer = zip(Object.fromEntries([1, 2, 3, 4].map((name) => [`${name}.zip`, inner])));
    const { leftOut } = readDeck([{ name: 'deck.zip', bytes: outer }], {});
    expect(leftOut).toContainEqual(
      expect.objectContaining({ reason: expect.stringContaining('unpacks to over 64 MB') }),
    );
  });

  it('as too many archives in each other is left out, where two are read', () => {
    const nest = (levels: number): Uint8Array =>
      levels === 0 ? aiken : zip({ [levels === 1 ? 'a.aiken' : 'a.zip']: nest(levels - 1) });
    const of = (levels: number) => readDeck([{ name: 'a.zip', bytes: nest(levels) }], {});
    expect(of(3).questions).toHaveLength(1);
    expect(of(5)).toMatchObject({ questions: [], leftOut: [{}] });
  });

  it('as hundreds of thousands of options is left out, and as so many questions', () => {
    const options = Array.from({ length: 200_000 }, (_, index) => `option ${index}`);
    const item = { question: 'Which?', options, answer: 0 };
    expect(read('deck.json', JSON.stringify([item]))).toMatchObject({
      questions: [],
      leftOut: [{ reason: expect.stringContaining('has over 99 options') }],
    });
    const wrong = JSON.stringify(options.map((question) => ({ question, options: [], answer: 0 })));
    expect(read('deck.json', wrong)).toMatchObject({ questions: [] });
  });
});
