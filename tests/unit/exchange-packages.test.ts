import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readDeck } from '#exchange/deck.ts';

const pack = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
  );
const read = (name: string, files: Record<string, string | Uint8Array>, countFrom?: 0 | 1) =>
  readDeck([{ name, bytes: pack(files) }], { countFrom });
const sketch = ({ questions }: ReturnType<typeof readDeck>) =>
  questions.map(({ answer: { question } }) => [
    question.question,
    [...question.options].sort(),
    question.answers,
  ]);

const relations = (targets: Record<string, string>) =>
  `<Relationships>${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Target="${target}"/>`)
    .join('')}</Relationships>`;

describe('a workbook', () => {
  const cell = (place: string, text: string) =>
    `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (number: number, ...texts: string[]) =>
    `<row r="${number}">${texts.map((text, at) => (text ? cell(`${'ABCDEFGH'[at]}${number}`, text) : '')).join('')}</row>`;
  const book = (...sheets: string[]) => ({
    'xl/workbook.xml': `<workbook><sheets>${sheets.map((_, at) => `<sheet name="S${at}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      Object.fromEntries(sheets.map((_, at) => [`r${at}`, `worksheets/sheet${at}.xml`])),
    ),
    'xl/sharedStrings.xml':
      '<sst><si><t>Which is even?</t></si><si><r><t>Tw</t></r><r><t>o</t></r></si></sst>',
    ...Object.fromEntries(
      sheets.map((rows, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });

  it('is read from the sheet that has questions, its shared texts and numbers too', () => {
    const head = row(1, 'Question', 'Option A', 'Option B', '', 'Answer');
    const cells =
      '<c r="A2" t="s"><v>0</v></c><c r="B2"><v>3</v></c><c r="C2" t="s"><v>1</v></c><c r="E2" t="str"><v>B</v></c>';
    const file = book(row(1, 'Notes', 'of mine'), `${head}<row r="2">${cells}</row>`);
    expect(sketch(read('a.xlsx', file))).toEqual([['Which is even?', ['3', 'Two'], ['Two']]]);
    const broken = { ...file, 'xl/worksheets/sheet1.xml': '<worksheet>' };
    expect(read('a.xlsx', broken).asked).toMatchObject({
      kind: 'column',
      headers: ['Notes', 'of mine'],
    });
  });

  it('may be a template, whose names of columns stand below its instructions', () => {
    const names = [
      '',
      'Question - max 120 characters',
      'Answer 1 - max 75 characters',
      'Answer 2 - max 75 characters',
      'Time limit (sec)',
      'Correct answer(s) - choose at least one',
    ];
    const rows = [
      row(2, '', 'Quiz template'),
      row(8, ...names),
      row(9, '1', 'Which is odd?', 'Two', 'Three', '20', '2'),
    ];
    const file = book(rows.join(''));
    expect(read('a.xlsx', file).asked).toMatchObject({ kind: 'count', stem: 'Which is odd?' });
    expect(sketch(read('a.xlsx', file, 1))).toEqual([
      ['Which is odd?', ['Three', 'Two'], ['Three']],
    ]);
  });

  it('that is none is refused by name', () => {
    expect(read('a.xlsx', { x: 'y' }).leftOut).toEqual([
      { place: 'a.xlsx:1', title: '', reason: 'It is no workbook that can be read.' },
    ]);
  });
});

describe('a document', () => {
  const png = Uint8Array.from(Buffer.from('89504e470d0a1a0a00', 'hex'));
  const paragraph = (text: string, list?: [id: number, level: number], more = '') =>
    `<w:p>${list ? `<w:pPr><w:numPr><w:ilvl w:val="${list[1]}"/><w:numId w:val="${list[0]}"/></w:numPr></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r>${more}</w:p>`;
  const level = (at: number, format: string) =>
    `<w:lvl w:ilvl="${at}"><w:numFmt w:val="${format}"/></w:lvl>`;
  const document = (...paragraphs: string[]) => ({
    'word/document.xml': `<w:document><w:body>${paragraphs.join('')}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations({ p1: 'media/image1.png' }),
    'word/numbering.xml': `<w:numbering><w:abstractNum w:abstractNumId="7">${level(0, 'decimal')}${level(1, 'upperLetter')}</w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num></w:numbering>`,
    'word/media/image1.png': png,
  });

  it('is read with the numbers and letters that Word puts in front', () => {
    const file = document(
      paragraph('Which is odd?', [3, 0]),
      paragraph('Two', [3, 1]),
      paragraph('Three', [3, 1]),
      paragraph('Answer: B'),
      paragraph('Which is even?', [3, 0]),
      paragraph('Four', [3, 1]),
      paragraph('Five', [3, 1]),
      paragraph('Answer: A'),
    );
    expect(sketch(read('a.docx', file))).toEqual([
      ['Which is odd?', ['Three', 'Two'], ['Three']],
      ['Which is even?', ['Five', 'Four'], ['Four']],
    ]);
  });

  it('keeps its pictures, and without one the question is left out by name', () => {
    const drawing = '<w:r><w:drawing><a:blip r:embed="p1"/></w:drawing></w:r>';
    const rest = [paragraph('A. a'), paragraph('B. b'), paragraph('Answer: A')];
    const file = document(paragraph('What is it?', undefined, drawing), ...rest);
    const { questions } = read('a.docx', file);
    expect(questions.map(({ images }) => images.length)).toEqual([1]);
    const { 'word/media/image1.png': _, ...without } = file;
    expect(read('a.docx', without).leftOut).toMatchObject([
      { reason: expect.stringContaining('the picture "word/media/image1.png" is neither') },
    ]);
  });
});

describe('a package of Anki’s', () => {
  const open = (name: string) => {
    const file = new URL(`../support/packages/${name}`, import.meta.url);
    return { name, bytes: new Uint8Array(readFileSync(file)) };
  };

  it.each(['anki-older.apkg', 'anki.apkg'])('is read with its pictures: %s', (name) => {
    const deck = readDeck([open(name)], {});
    expect(sketch(deck).slice(0, 3)).toEqual([
      ['Which bird swims?', ['Eagle', 'Owl', 'Penguin'], ['Penguin']],
      ['[img-1]\nWhich color is it?', ['Blue', 'Red'], ['Red']],
      ['Which two are even?', ['Four', 'Three', 'Two'], ['Two', 'Four']],
    ]);
    expect(deck.questions[1]?.images[0]?.bytes.length).toBeGreaterThan(50);
    const texts = deck.questions.map(({ answer: { question } }) => question.question);
    // Long texts go on on other pages of the file, and many notes make pages that lead to pages.
    expect(texts.filter((text) => text.startsWith('Number '))).toHaveLength(400);
    expect(texts.find((text) => text.startsWith('Number 6:'))).toBe(
      `Number 6: which word is right?${' long words'.repeat(120)}`,
    );
    expect(deck.questions.at(-1)?.answer.question).toMatchObject({
      question: 'Which rivers reach a sea?',
      answers: ['Rhine', 'Danube'],
      explanation: 'They do.',
    });
    expect(deck.leftOut.map(({ reason }) => reason)).toEqual([
      'has no options: only cards with lettered options are questions',
      'has no options: only cards with lettered options are questions',
    ]);
  });

  it('that is cut off or changed anywhere is read or refused, and never throws', () => {
    const { name, bytes } = open('anki-older.apkg');
    const [collection] = Object.entries(unzipSync(bytes)).filter(([one]) => one.endsWith('anki2'));
    const [, database] = collection ?? [];
    if (!database) throw new Error('The package has no collection');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 20_000 }), fc.nat({ max: 255 })), { maxLength: 8 }),
        fc.nat({ max: database.length }),
        fc.boolean(),
        (changes, end, isCut) => {
          const changed = database.slice(0, isCut ? end : undefined);
          for (const [at, byte] of changes) changed[at] = byte;
          const deck = readDeck(
            [{ name, bytes: pack({ 'collection.anki2': changed, media: '{}' }) }],
            {},
          );
          for (const { reason } of deck.leftOut) expect(reason).not.toBe('');
        },
      ),
      { numRuns: 60 },
    );
  });

  it('that is none, or has an empty collection, is refused', () => {
    const files: Record<string, string>[] = [
      { 'a.txt': 'x' },
      { 'collection.anki2': 'x' },
      { media: '{}' },
    ];
    for (const packed of files)
      expect(readDeck([{ name: 'a.apkg', bytes: pack(packed) }], {}).leftOut).toMatchObject([
        { reason: 'It is no package of Anki’s that can be read.' },
      ]);
  });
});

describe('a package of H5P', () => {
  const question = (library: string, params: object) => ({ library, params });
  const choice = {
    question: '<p>Which bird <b>swims</b>?</p>',
    answers: [
      {
        text: '<div>Penguin</div>',
        correct: true,
        tipsAndFeedback: { chosenFeedback: 'It does.' },
      },
      { text: '<div>Eagle</div>', correct: false, tipsAndFeedback: {} },
    ],
  };
  const h5p = (library: string, content: object) =>
    read('a.h5p', {
      'h5p.json': JSON.stringify({ mainLibrary: library }),
      'content/content.json': JSON.stringify(content),
    });

  it('is read with all questions of a set', () => {
    const set = {
      questions: [
        question('H5P.MultiChoice 1.16', choice),
        question('H5P.TrueFalse 1.8', { question: '<p>Fish fly.</p>', correct: 'false' }),
        question('H5P.SingleChoiceSet 1.11', {
          choices: [{ question: '<p>Even?</p>', answers: ['<p>Two</p>', '<p>Three</p>'] }],
        }),
        question('H5P.DragText 1.10', { textField: 'x' }),
      ],
    };
    expect(sketch(h5p('H5P.QuestionSet', set))).toEqual([
      ['Which bird swims?', ['Eagle', 'Penguin'], ['Penguin']],
      ['Fish fly.', ['False', 'True'], ['False']],
      ['Even?', ['Three', 'Two'], ['Two']],
    ]);
    expect(sketch(h5p('H5P.MultiChoice', choice))).toHaveLength(1);
    expect(h5p('H5P.Image', {}).leftOut).toHaveLength(1);
    const whole = h5p('H5P.MultiChoice', choice).questions[0]?.answer.question;
    expect(whole?.optionNotes).toEqual(['It does.', '']);
  });
});
