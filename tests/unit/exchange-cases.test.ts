import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText } from '#exchange/formats/formats.ts';
import { picture } from '#support/bank-folder.ts';
import {
  emptyBank,
  examPlace,
  importFile,
  questionFiles,
  readAs,
  runBank,
  sketch,
  sketchAs,
} from '#support/exchange.ts';
import { createFolder } from '#support/temporary-folder.ts';

const caseFile = (name: string) =>
  readFileSync(new URL(`../support/import-cases/${name}`, import.meta.url));

/** The imported questions as one text, without their front matter, and what was said. */
const importCase = async (name: string, ...flags: string[]) => {
  const { files, text, complaints } = await importFile(
    name,
    { [name]: caseFile(name) },
    undefined,
    ...flags,
  );
  const questions = Object.entries(files).filter(([file]) => file.endsWith('.md'));
  const body = questions.map(([, file]) => file).join('\n');
  return { body, said: [text, ...complaints].join('\n').replaceAll(/\/\S*\//g, '') };
};

describe('keys of JSON and CSV', () => {
  it('count from 0 in a file that has a 0, and are asked about otherwise; the report says which', async () => {
    const { body, said } = await importCase('zero-based.json');
    expect(body).toMatch(/stores objects\?\n\n- \[ \] Compute\n- \[x\] Storage\n/);
    expect(body).toMatch(/runs code\?\n\n- \[x\] Compute\n/);
    expect(body).toMatch(/moves packets\?\n\n- \[ \] Compute\n- \[x\] Network\n/);
    expect(said).toContain("note: its answers' numbers are taken to count from 0, since one is 0");
    const table = 'question,option1,option2,answer\nQ?,a,b,2\n';
    expect(readAs('csv', table).refused).toContain('say with --count-from 0 or 1');
    const asked = readText('csv', `${table}Which?,x,y,1\n`, {});
    // The first question that both ways give an answer.
    expect(asked.ok || asked.failure.asked).toEqual({
      kind: 'count',
      stem: 'Which?',
      options: ['x', 'y'],
      number: 1,
    });
    const told = ([0, 1] as const).map((countFrom) =>
      readAs('csv', 'question,option1,option2,answer\nWhich?,x,y,1\n', { countFrom }),
    );
    expect(told.map(({ items }) => items?.map(sketch))).toEqual([
      ['Which? | - x | + y'],
      ['Which? | + x | - y'],
    ]);
    expect(told[1]?.notes).toEqual(["its answers' numbers are taken to count from 1"]);
    expect(readAs('csv', `${table}R?,a,b,0\n`)).toMatchObject({
      items: [{ stem: 'R?' }],
      rejected: [':2 has the answer "2", which is no option'],
    });
    // A 0 that is the text of an option says nothing of how others count.
    const zeros = readAs('csv', `${table}How many?,0,7,0\n`, { countFrom: 1 });
    expect(zeros.items?.map(sketch)).toEqual(['Q? | - a | + b', 'How many? | + 0 | - 7']);
  });

  it('that contradict each other are rejected, and those that agree are read', async () => {
    const { body, said } = await importCase('option-correct.json', '--count-from', '1');
    expect(body).toBe('');
    expect(said).toContain('contradicts itself: its keys name different options');
    const marked = (more: object) => ({
      question: 'Q?',
      options: [
        { text: 'a', isCorrect: false },
        { text: 'b', isCorrect: 'true' },
      ],
      ...more,
    });
    const read = readAs('json', JSON.stringify([marked({}), marked({ answer: 'B' })]));
    expect(read.rejected).toEqual([]);
    expect(read.items?.map(sketch)).toEqual(['Q? | - a | + b', 'Q? | - a | + b']);
  });

  it('are found behind labels, of which a whole run is stripped', async () => {
    const { body } = await importCase('letters.json');
    expect(body).toContain('- [ ] Compute\n- [x] Storage\n- [ ] Network\n');
    const one = (answer: string, ...options: string[]) => ({ question: 'Q?', options, answer });
    const items = [one('b) y', 'a) x', 'b) y'), one('y', 'A. x', 'B. y'), one('A', 'A. x', 'C. y')];
    expect(readAs('json', JSON.stringify(items)).items?.map(sketch)).toEqual([
      'Q? | - x | + y',
      'Q? | - x | + y',
      'Q? | + A. x | - C. y',
    ]);
  });

  it('name each unknown key once, those of options too', () => {
    const option = (text: string, correct: boolean) => ({ text, correct, color: 'red' });
    const items = [1, 2].map(() => ({
      question: 'Q?',
      options: [option('a', true), option('b', false)],
      points: 3,
    }));
    expect(readAs('json', JSON.stringify(items)).notes).toEqual([
      '"points" is not known and left out',
      '"color" is not known and left out',
    ]);
  });
});

describe('CSV as people write it', () => {
  it.each([
    ['usual-headers.csv', '- [ ] One\n- [x] Two\n'],
    [
      'html.csv',
      'Which one is not a colour?\n\n- [ ] Red\n- [x] Seven\n\n## Explanation\n\nSeven & eight are numbers.\n',
    ],
    ['apostrophe.csv', "- [ ] '0'\n- [x] '-1'\n- [ ] '1'\n"],
    ['apostrophe.csv', "- [x] '@Test'\n- [ ] '@Before'\n- [ ] '='\n"],
  ])('%s keeps %j', async (name, expected) => {
    expect((await importCase(name, '--count-from', '1')).body).toContain(expected);
  });

  it.each([
    'Question;Choice A;Choice B;Correct Answer;Rationale',
    'Question Text\tAnswer 1\tAnswer 2\tCorrect answer(s) - choose at least one\tOverall Explanation',
    'question_text,optionA,optionB,correctAnswer,Feedback',
    'Stem,A,B,Correct Option,Explanation',
    'Prompt,Answer Option 1,Answer Option 2,Correct Answers,Overall Explanation',
  ])('is read under the headers %j', (header) => {
    const [separator = ''] = /[;\t,]/.exec(header) ?? [];
    const read = readAs('csv', `${header}\n${['Q?', 'a', 'b', 'B', 'so'].join(separator)}\n`);
    expect(read.items?.map(sketch)).toEqual(['Q? | - a | + b | # so']);
  });

  it('has its separator in the first row, outside of quotes, or named by a spreadsheet', () => {
    const read = (head: string, columns = {}) =>
      readAs('csv', `${head}\nQ?;a,1;b;A\n`, { columns }).items?.map(sketch);
    const told = { 'Question, please': 'question' };
    expect(read('"Question, please";Option 1;Option 2;Answer', told)).toEqual(['Q? | + a,1 | - b']);
    expect(read('sep=;\nQuestion;A;B;Answer')).toEqual(['Q? | + a,1 | - b']);
  });

  it('is asked for columns that cannot be told, and takes them from --column', async () => {
    const table = 'Kysymys,Eka,Toka,Oikein\nQ?,a,b,B\n';
    const asked = await importFile('b.csv', { 'b.csv': table });
    expect(asked.complaints.join()).toContain(
      'No column is known as the question: say --column question="one of: Kysymys, Eka, Toka, Oikein"',
    );
    const pairs = ['question=Kysymys', 'option1=Eka', 'option2=Toka', 'answers=Oikein'];
    const flags = pairs.flatMap((pair) => ['--column', pair]);
    const told = await importFile('b.csv', { 'b.csv': table }, undefined, ...flags);
    expect(told.files['q.md'] ?? Object.values(told.files)[0]).toContain(
      'Q?\n\n- [ ] a\n- [x] b\n',
    );
    const wrong = await importFile('b.csv', { 'b.csv': table }, undefined, '--column', 'x=Kysymys');
    expect(wrong).toMatchObject({ code: 2, files: {} });
    const absent = await importFile(
      'b.csv',
      { 'b.csv': table },
      undefined,
      '--column',
      'question=No',
    );
    expect(absent.complaints.join()).toContain('There is no column "No"');
  });
});

const moodle = (inside: string, kind = 'multichoice') =>
  `<quiz><question type="${kind}"><questiontext format="html"><text>Q?</text></questiontext>${inside}</question></quiz>`;
const marks = (...fractions: number[]) =>
  fractions
    .map((mark, at) => `<answer fraction="${mark}"><text>${'abc'[at]}</text></answer>`)
    .join('');

describe('partial credit', () => {
  it('of the example keeps each feedback', async () => {
    expect((await importCase('partial-credit.gift')).body).toContain(
      'Which layer routes packets?\n\n- [x] The network layer\n  > Yes.\n- [ ] The transport layer\n  > Close.\n- [ ] The session layer\n  > No.\n',
    );
  });
});

describe('Aiken', () => {
  it('has a line of feedback, and options without a space', async () => {
    const { body } = await importCase('feedback-line.aiken');
    expect(body).toContain(
      '- [ ] Two\n- [x] Three\n\n## Explanation\n\nThree is odd, so B is right.\n',
    );
    expect(body).toContain('Which is even?\n\n- [x] Two\n- [ ] Three\n');
  });

  it('keeps a bad question apart from its neighbors', () => {
    const bad = ['One?\nA. a\nB. b\n\n', 'One?\nA. a\nB. b\n', 'One?\nANSWER: A\n', 'ANSWER: A\n'];
    for (const start of bad) {
      const read = sketchAs('aiken', `${start}Two?\nA. a\nB. b\nANSWER: B\n`);
      expect(read).toEqual(['Two? | - a | + b', expect.stringMatching(/^rejected:1 has no /)]);
    }
  });
});

describe('GIFT', () => {
  it.each([
    ['no-blank-line.gift', 'First question?\n\n- [x] a\n- [ ] b\n'],
    ['no-blank-line.gift', 'Second question?\n\n- [x] c\n- [ ] d\n'],
    [
      'tag-in-stem.gift',
      'the <head> element?\n\n- [x] It holds metadata\n- [ ] It uses the <style> tag',
    ],
  ])('of %s keeps %j', async (name, expected) => {
    expect((await importCase(name)).body).toContain(expected);
  });

  it('names the category of a question as its domain', () => {
    const read = readAs('gift', '$CATEGORY: $course$/top/Algebra\n\nQ? {=a ~b}\n');
    expect(read.items).toMatchObject([{ domain: 'Algebra' }]);
  });
});

describe('Moodle', () => {
  it('keeps the order of options where it is not to be shuffled', async () => {
    const { files } = await importFile('n.xml', { 'n.xml': caseFile('no-shuffle.xml') });
    expect(Object.values(files)[0]).toContain('shuffle: false');
  });

  it('keeps combined feedback and the category, and names what it loses', async () => {
    const { files, text } = await importFile('l.xml', { 'l.xml': caseFile('lost-parts.xml') });
    const [file] = Object.values(files);
    expect(file).toContain('domain: Algebra\n');
    expect(file).toContain('## Explanation\n\nWell done: it is 0.5.\n');
    for (const lost of ['a hint', 'the tag "fractions"', 'formulas']) expect(text).toContain(lost);
  });

  it.each([
    ['sound-link.xml', 'rejected: "', 'needs the file "hi.mp3"'],
    ['gif-and-feedback-picture.xml', 'rejected: "', 'the picture "a.gif" is a GIF: save it as png'],
    ['gif-and-feedback-picture.xml', 'note: ', 'a picture in the feedback of "Odd?" is left out'],
  ])('of %s has a line with %j and %j', async (name, start, reason) => {
    const lines = (await importCase(name)).said.split('\n');
    expect(lines.filter((line) => line.includes(start) && line.includes(reason))).toHaveLength(1);
  });

  it('reads true and false, pictures of version 1.9, and feedback beside what it cannot hold', async () => {
    const svg = Buffer.from(picture()).toString('base64');
    const image = `<image>a/b.svg</image><image_base64>${svg}</image_base64>`;
    const { files } = await importFile('x.xml', { 'x.xml': moodle(image + marks(100, 0)) });
    expect(Object.keys(files).filter((name) => name.endsWith('.img-1.svg'))).toHaveLength(1);
    expect(sketchAs('moodle', moodle(`<image>a.svg</image>${marks(100, 0)}`))).toEqual([
      'rejected:1 needs the file "a.svg"',
    ]);
    const answers = ['false', 'true'].map(
      (text, at) => `<answer fraction="${at * 100}"><text>${text}</text></answer>`,
    );
    expect(sketchAs('moodle', moodle(answers.join(''), 'truefalse'))).toEqual([
      'Q? | - False | + True',
    ]);
    const film =
      '<generalfeedback format="html"><text><![CDATA[<video src="a"></video><p>So.</p>]]></text></generalfeedback>';
    expect(sketchAs('moodle', moodle(film + marks(100, 0)))).toEqual(['Q? | + a | - b | # So.']);
  });
});

describe('Markdown', () => {
  it.each([
    [
      'emphasis.md',
      'Which is not a colour (https://example.org/c)?\nChoose one.\n\n- [x] Seven\n- [ ] Red\n',
    ],
    [
      'front-matter.md',
      'references:\n  - url: https://example.org/planets\n---\nWhich planet is nearest to the sun?\n\n- [x] Mercury\n- [ ] Mars\n  > Mars is the fourth.\n',
    ],
    ['one-question-file.md', 'domain: security\n---\nWhich is even?\n\n- [x] Two\n- [ ] Three\n'],
    [
      'heading-in-explanation.md',
      '## Explanation\n\nMercury is first.\n\nIn detail\n\nVenus comes second, Mars fourth.\n',
    ],
    [
      'shared-case.md',
      'The bakery has two shops and one oven.\n\nWhich resource is shared?\n\n- [x] The oven\n',
    ],
  ])('of %s is read as %j', async (name, expected) => {
    const { files } = await importFile(name, { [name]: caseFile(name) });
    expect(Object.values(files).join('\n')).toContain(expected);
  });

  it('of one question keeps its form', () => {
    const read = readAs('markdown', '---\nform: 2\n---\nQ?\n\n* [x] a\n* [ ] b\n');
    expect(read.items).toMatchObject([{ stem: 'Q?', form: 2 }]);
  });

  it('of a folder is read file by file, ids by their names', async () => {
    const folder = await createFolder({
      'in/b.md': '---\ndomain: security\n---\nB **x**?\n\n- [x] a\n- [ ] b\n',
      'in/a.csv': 'question,a,b,answer\nQ?,x,y,A\n',
      'in/c.png': 'x',
      'in/d.md': '# nothing\n',
    });
    const bank = await emptyBank();
    const { code, text } = await runBank(bank, 'import', join(folder, 'in'), '--into', examPlace);
    expect(code).toBe(0);
    expect(Object.keys(questionFiles(bank)).sort()).toEqual(['b.md', expect.stringMatching(/^q-/)]);
    expect(questionFiles(bank)['b.md']).toContain('B **x**?');
    expect(text).toMatch(/in: 2 in, 2 imported, 0 rejected\./);
    expect(text).toContain('in/d.md: note: there are no questions in it');
  });
});

const twenty = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => name.replaceAll('#', String(at)));

describe('messages', () => {
  it('come in the order of the file, at most twenty, then a count', async () => {
    const rows = twenty('Q#?,a,a,A', 30).join('\n');
    const table = `question,option1,option2,answers\nSame?,a,b,A\nSame?,a,b,A\n,,,x\n${rows}\n`;
    const { text } = await importFile('b.csv', { 'b.csv': table });
    const places = [...text.matchAll(/csv:(\d+): rejected/g)].map(([, line]) => Number(line));
    expect(places).toEqual(twenty('#', 20).map((at) => Number(at) + 3));
    expect(text).toContain('and 12 more rejected.');
    expect(text).toContain('33 in, 1 imported, 32 rejected.');
  });

  it('sum up ten thousand equal ids', async () => {
    const items = twenty('Question #?', 10_000).map((question) => ({
      ...{ id: 'same', question },
      ...{ options: ['a', 'b'], answers: 'a' },
    }));
    const { text, code } = await importFile('b.json', { 'b.json': JSON.stringify(items) });
    expect(code).toBe(0);
    expect(text.split('\n').length).toBeLessThan(30);
    expect(text).toContain('; so are 9998 more\n');
  });

  it('name the line of a control character', async () => {
    const name = 'control-character.md';
    const { complaints } = await importFile(name, { [name]: caseFile(name) });
    expect(complaints).toEqual([
      expect.stringMatching(/control-character\.md:3: refused: .*control character \(U\+000B\)/),
    ]);
  });

  it.each([
    ['b.md', '# Title\n', 'There are no questions in it: it was searched for "### stem" above'],
    ['b.json', '[]', 'There are no questions in it: it was searched for a list of objects'],
    [
      'b.gift',
      '// x\n',
      'There are no questions in it: it was searched for "stem {=right ~wrong}"',
    ],
  ])('say what was looked for in %s', async (name, source, expected) => {
    const { complaints } = await importFile(name, { [name]: source });
    expect(complaints).toEqual([expect.stringContaining(expected)]);
  });
});

describe('a text of 600 kB', () => {
  it.each(['![', '![a](', '](', '[a](', '**', '`', '### Q?\n![', '- [x] ![a', '<br', '_a '])(
    'of %j is read in linear time',
    async (piece) => {
      const source = `### Q?\n${piece.repeat(600_000 / piece.length)}\n- [x] a\n- [ ] b\n`;
      const started = process.cpuUsage();
      await importFile('b.md', { 'b.md': source });
      expect(process.cpuUsage(started).user / 1e6).toBeLessThan(1);
    },
  );
});

describe('each kind of file that people hold', () => {
  it.each([
    [
      'scenario-and-question.json',
      [
        'A ferry company keeps its timetable in one table. Two jobs write to it at the same time.\n\nWhich change prevents lost updates?\n\n- [x] A conditional write\n- [ ] A larger table\n  > Size changes nothing.\n- [ ] A second copy\n  > Both jobs',
      ],
    ],
    ['correct-index.json', ['fruit?\n\n- [ ] Stone\n- [x] Apple', '- [ ] Otter\n- [x] Wren']],
    ['answer-lines-french.txt', ['- [ ] Rouge\n- [x] Vert', '- [ ] six\n- [x] neuf']],
    ['key-at-the-end.txt', ['- [ ] 9\n- [x] 11', '- [x] 4\n- [ ] 7']],
    [
      'quiz-tags.md',
      [
        'shortest year?\n\n- [x] Mercury\n- [ ] Venus\n\n## Explanation\n\nIt is nearest to the sun.\n',
        '- [ ] Mars\n- [x] Saturn',
      ],
    ],
    [
      'explained-columns.csv',
      [
        '- [x] Carbon dioxide\n  > Plants build',
        '## Explanation\n\nPhotosynthesis uses it.',
        'Select the best answer.',
      ],
    ],
    [
      'reference-after-details.md',
      [
        'references:\n  - url: https://example.org/iron\n---\nWhich metal rusts?\n',
        '---\n---\nWhich metal is liquid?',
      ],
    ],
    [
      'answers-with-their-text.txt',
      ['- [ ] Cat\n- [x] Hen', '- [x] Bat\n- [ ] Dog', '- [x] Trout\n'],
    ],
    ['bare-html.gift', ['in `main` when a & b are set?\n\n- [x] `for`']],
    ['option-0.csv', ['dusk?\n\n- [x] red\n', 'sea?\n\n- [ ] red\n- [x] blue\n']],
    ['labels-with-a-gap.json', ['- [ ] A. trout\n- [x] C. wren\n']],
    ['answer-forms.txt', ['- [ ] red\n- [x] blue', '- [x] green\n- [ ] pink']],
    [
      'answer-glued-to-next.txt',
      ['What colour is the sun?\n\n- [ ] green\n- [x] yellow', '- [ ] pink\n- [x] green'],
    ],
    ['button-in-explanation.json', ['Short waves scatter.\n\nLarger image\n']],
    ['oumultiresponse.xml', ['- [x] two\n- [ ] four\n- [x] three\n']],
    [
      'quote-and-heading.json',
      ['as the manual says\n\nShort waves scatter.\n', 'Why\n\nChlorophyll.\n'],
    ],
  ])('%s is read whole', async (name, parts) => {
    const { body, said } = await importCase(name);
    for (const part of parts) expect(body).toContain(part);
    expect(said).toContain(' 0 rejected.');
  });
});
