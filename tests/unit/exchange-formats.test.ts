import { describe, expect, it } from 'vitest';
import type { Item } from '#exchange/item.ts';
import { readAs } from '#support/exchange.ts';

const text = (rich: string) => rich.replace(/!\[([^\]]*)\]\([^)]*\)/g, '<$1>');

/** An item as plain words: the stem, then `+` or `-` before each option. */
const sketch = (item: Item | undefined) =>
  item && [
    text(item.stem),
    ...item.options.map((option) => `${option.right ? '+' : '-'} ${text(option.text)}`),
  ];

const sketches = (read: ReturnType<typeof readAs>) => read.items?.map(sketch);

describe('Markdown', () => {
  it('is read as banks have it, without the line that leads back to the top', () => {
    const read = readAs(
      'markdown',
      `# A bank
## Table of contents
1. [One?](#one)

### One?

![a chart](images/one.png)

- [ ] A
- [x] B

**[⬆ Back to Top](#table-of-contents)**

### Two?
* [X] A
  > because
+ [ ] B
- [] C

[Back to top](#top)
`,
    );
    expect(read.left).toEqual([]);
    expect(sketches(read)).toEqual([
      ['One?\n\n<a chart>', '- A', '+ B'],
      ['Two?', '+ A', '- B', '- C'],
    ]);
    expect(text(read.items?.[1]?.options[0]?.rationale ?? '')).toBe('because');
    expect(read.items?.map((item) => text(item.explanation))).toEqual(['', '']);
  });

  it('keeps options together that lines or empty lines part', () => {
    const read = readAs('markdown', '### Q?\n\n- [ ] one\n  more\n\n- [x] two\n\n- [ ] three\n');
    expect(sketches(read)).toEqual([['Q?', '- one more', '+ two', '- three']]);
  });

  it('takes an explanation under a heading, after its word, and as loose text with a note', () => {
    const read = readAs(
      'markdown',
      '### A?\n- [x] a\n- [ ] b\n#### Explanation\nWhy a.\n### B?\n- [x] a\n- [ ] b\n\n**Explanation:** Why b.\n### C?\n- [x] a\n- [ ] b\n\nWhy c.\n',
    );
    expect(read.items?.map((item) => text(item.explanation))).toEqual([
      'Why a.',
      'Why b.',
      'Why c.',
    ]);
    expect(read.items?.map((item) => item.notes?.length)).toEqual([0, 0, 1]);
  });

  it('takes a heading in the explanation of an exported question for text', () => {
    const read = readAs(
      'markdown',
      '<!-- certdeck {"id":"a"} -->\n### A?\n\n- [x] a\n- [ ] b\n\n#### Explanation\n\nFirst.\n\n####\tSecond\n\n<!-- certdeck {"id":"b"} -->\n### B?\n\n- [x] a\n- [ ] b\n',
    );
    expect(read.items?.map((item) => text(item.explanation))).toEqual([
      'First.\n\n####\tSecond',
      '',
    ]);
  });

  it('never lets an answer into a stem or an option', () => {
    const read = readAs(
      'markdown',
      '### A?\n- [✓] a\n- [ ] b\n### B?\n- [ ] a\n- [x] b\nAnswer: B\n### C?\n1. [x] a\n2. [ ] b\n',
    );
    expect(read.left).toEqual([
      '1: has a line that is nearly an option, 2: write "- [ ] text" or "- [x] text"',
      '8: has a line that is nearly an option, 9: write "- [ ] text" or "- [x] text"',
    ]);
    expect(sketches(read)).toEqual([['B?', '- a', '+ b']]);
  });

  it('names headings without options and options without a heading', () => {
    const read = readAs('markdown', '- [x] lost\n- [ ] too\n\n### Contents\n\ntext\n');
    expect(read.left).toEqual([
      '1: has options but no "### " line with the question above them',
      '4: has no options',
    ]);
  });

  it('passes over what looks like a question within a fence', () => {
    const read = readAs(
      'markdown',
      '### Q?\n```\n### not a question\n- [x] not an option\n```\n- [x] a\n- [ ] b\n### R?\n```\nopen\n- [ ] a\n- [x] b\n',
    );
    expect(read.items?.map((item) => item.options.length)).toEqual([2, 2]);
  });

  it('takes pictures that are HTML', () => {
    const read = readAs('markdown', '### Q? <img alt="a > b" src=x.png>\n- [x] a\n- [ ] b\n');
    expect(read.items?.[0]?.stem).toEqual(['Q? ', { alt: 'a > b', target: 'x.png' }]);
  });
});

describe('CSV', () => {
  const head = 'question,option1,option2,option3,answers\r\n';

  it('knows quotes, line breaks in cells, other separators and a byte order mark', () => {
    const read = readAs('csv', `${head}"Say ""yes"",\r\nnow?",yes,no,,A\r\n`);
    expect(sketches(read)).toEqual([['Say "yes",\r\nnow?', '+ yes', '- no']]);
    expect(sketches(readAs('csv', 'Question;Options;Correct Answers\nQ?;a|b|c;a|c\n'))).toEqual([
      ['Q?', '+ a', '- b', '+ c'],
    ]);
  });

  it.each([
    ['b', [false, true, false]],
    ['B', [false, true, false]],
    ['2', [false, true, false]],
    ['option 2', [false, true, false]],
    ['A,C', [true, false, true]],
    ['AC', [true, false, true]],
    ['"a\nc"', [true, false, true]],
    ['1|3', [true, false, true]],
    ['A. a', [true, false, false]],
  ])('takes the answer %j', (answer, expected) => {
    const cell = answer.includes(',') ? `"${answer}"` : answer;
    const read = readAs('csv', `${head}Q?,a,b,c,${cell}\n`);
    expect(read.items?.[0]?.options.map((option) => option.right)).toEqual(expected);
  });

  it('never guesses what could mean two options', () => {
    const read = readAs('csv', `${head}How many?,2,4,1,2\nHow many?,2,4,1,4\n`);
    expect(read.left).toEqual([
      '2: has the answer "2", which is one option\'s text and another\'s place: write "option 2"',
    ]);
    expect(sketches(read)).toEqual([['How many?', '- 2', '+ 4', '- 1']]);
  });

  it('names rows it cannot take, with line and reason', () => {
    const read = readAs(
      'csv',
      `${head}"One\n?",a,b,c,D\nTwo?,a,,c,A\nThree?,a,b,c,\nFour?,a,b,c,A,x\nFive?,a,a,c,A\n"Six"?,a,b,c,A\n\n,,,,\n`,
    );
    expect(sketches(read)).toEqual([['"Six"?', '+ a', '- b', '- c']]);
    expect(read.left).toEqual([
      '2: has the answer "D", which is no option',
      '4: has an empty option 2',
      '5: names no right answer',
      '6: has 6 cells under 5 columns: quote cells that hold separators',
      '7: has the same text in options 1 and 2',
      '10: has no options',
    ]);
  });

  it.each([
    ['', 'The file is empty'],
    ['a,b\n1,2\n', 'There is no column "question"'],
    ['question,question,option1,answers\n', 'Two columns are "question"'],
    ['question,answers\n', 'There are no columns of options'],
    [`${head}"open,a,b,c,A\nnext,a,b,c,A\n`, '2: A quote is opened here and never closed'],
  ])('refuses %j as a whole', (source, expected) => {
    expect(readAs('csv', source).refused).toContain(expected);
  });

  it('says which columns it leaves out', () => {
    expect(readAs('csv', '__proto__,question,option1,option2,answers\nx,Q?,a,b,a\n').notes).toEqual(
      ['the column "__proto__" is not known and left out'],
    );
  });
});

describe('JSON', () => {
  it('takes options as texts, by letter, numbered or marked', () => {
    const read = readAs(
      'json',
      JSON.stringify({
        questions: [
          { question: 'One?', options: ['a', 'b'], answers: ['b'] },
          { question: 'Two?', options: { B: 'b', A: 'a' }, answer: 'B' },
          { question: 'Three?', option1: 'a', option2: 'b', answers: 2 },
          { question: 'Four?', options: [{ text: 'a' }, { text: 'b', right: true, note: 'why' }] },
        ],
      }),
    );
    expect(read.left).toEqual([]);
    expect(read.items?.map((item) => item.options.map((option) => option.right))).toEqual(
      [1, 2, 3, 4].map(() => [false, true]),
    );
  });

  it('names what is not of the right shape', () => {
    const read = readAs(
      'json',
      '[1, null, {"question": 5, "options": ["a", "b"], "answers": {}}, {"question": "Q?", "options": "a"}, {"__proto__": {"question": "Q?"}, "constructor": 1}]',
    );
    expect(read.left).toEqual([
      '1: is not an object with named keys',
      '2: is not an object with named keys',
      '3: has "answers" that is not a list of texts, letters or numbers',
      '4: has "options" that is not a list of texts, or of {"text", "right", "note"}',
      '5: has no options',
    ]);
    expect(read.notes).toContain('the key "__proto__" is not known and left out');
    expect(({} as { question?: string }).question).toBeUndefined();
  });

  it('refuses what is not JSON or no list, with its line', () => {
    expect(readAs('json', '[\n{"a": 1,}\n]').refused).toMatch(/^2: The file is not JSON/);
    expect(readAs('json', '"text"').refused).toContain('should hold a list of questions');
    expect(readAs('json', '['.repeat(100_000)).refused).toContain('not JSON');
  });
});

describe('GIFT', () => {
  it('takes single and weighted keys, feedback, titles and plain colons', () => {
    const read = readAs(
      'gift',
      '$CATEGORY: top\n\n// [id:my-id] [tag:domain:security]\n::A title::Which: a or b? {\n=a: it#why a\n~b\n####In general\n}\n\nWhich two? {~%50%x ~%50%y ~%-100%z}\n',
    );
    expect(read.left).toEqual([]);
    expect(sketches(read)).toEqual([
      ['Which: a or b?', '+ a: it', '- b'],
      ['Which two?', '+ x', '+ y', '- z'],
    ]);
    expect(read.items?.[0]).toMatchObject({
      id: 'my-id',
      domain: 'security',
      explanation: ['In general'],
    });
  });

  it('tells when part of the marks is taken as right', () => {
    expect(readAs('gift', 'Q? {=a ~%50%b ~c}').items?.[0]?.notes).toEqual([
      'an option that gives part of the marks is taken as right beside the one that gives all',
    ]);
  });

  it('leaves other kinds and faulty questions behind, each with its line', () => {
    const read = readAs(
      'gift',
      'Yes? {T}\n\nName it. {=word}\n\nNumber? {#3:1}\n\nMatch {=a -> b =c -> d =e -> f}\n\nJust text.\n\nTell. {}\n\nOpen {=a\n~b\n\nQ? {=a ~b}\n\nBad {=a ~%x%b}',
    );
    expect(read.left?.map((line) => line.replace(/(is not GIFT on line \d+).*/, '$1'))).toEqual([
      '1: is true or false and names no options',
      '3: asks for a word, or all its options are right',
      '5: asks for a number, not for an option',
      '7: asks to match pairs',
      '9: is a text without answers',
      '11: asks for an essay',
      '13: has a brace without its other half',
      '18: is not GIFT on line 18',
    ]);
    expect(sketches(read)).toEqual([['Q?', '+ a', '- b']]);
  });

  it('takes an empty line within braces for none, and comments for comments', () => {
    const read = readAs('gift', 'Q? {\n=a\n// ~left out\n\n~b\n}\n');
    expect(sketches(read)).toEqual([['Q?', '+ a', '- b']]);
  });
});

describe('Aiken', () => {
  it('takes options with dots and brackets, and several answers', () => {
    const read = readAs(
      'aiken',
      'One?\nA. a\nB. b\nANSWER: B\n\nTwo\nlines?\nA) a\nB) b\nC) c\nANSWER: A, C\n',
    );
    expect(sketches(read)).toEqual([
      ['One?', '- a', '+ b'],
      ['Two\nlines?', '+ a', '- b', '+ c'],
    ]);
  });

  it('names what is incomplete', () => {
    const read = readAs(
      'aiken',
      'One?\nA. a\nB. b\n\nTwo?\nA. a\nC. c\nANSWER: A\nThree?\nA. a\nB. b\nANSWER: D\nANSWER: A\nFour?',
    );
    expect(read.items).toEqual([]);
    expect(read.left).toEqual([
      '1: has a line that is neither option C nor the answer, 5',
      '9: has the answer "D", which is no option',
      '13: has no options such as "A. text"',
      '14: has no options such as "A. text"',
    ]);
  });
});

const quiz = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${inside}\n</quiz>`;
const choice = (
  stem: string,
  answers = '<answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer>',
) =>
  quiz(
    `<question type="multichoice"><questiontext format="html"><text><![CDATA[${stem}]]></text></questiontext>${answers}</question>`,
  );

describe('Moodle XML', () => {
  it('takes code', () => {
    const read = readAs(
      'moodle',
      choice(
        '<p>Run <code>az <b>vm</b>\n list</code> and <code>a<br>b</code>:</p><pre class="x"><code class="hl language-sh">$ ls\n  &lt;a&gt;<br>b</code></pre><pre>```\nx</pre>?',
        '<answer fraction="100"><text><![CDATA[<pre>kubectl\n  get</pre>]]></text></answer><answer fraction="0"><text>b</text></answer>',
      ),
    );
    expect(sketches(read)).toEqual([
      [
        'Run `az vm list` and a\nb:\n\n```sh\n$ ls\n  <a>\nb\n```\n\n```\nx\n\n?',
        '+ ```\nkubectl\n  get\n```',
        '- b',
      ],
    ]);
  });

  it('takes single and multiple keys and turns HTML into text', () => {
    const read = readAs(
      'moodle',
      choice(
        '<p>Which <b>TWO</b>&nbsp;fit 10&sup2; &amp; &lt;b&gt;?</p>\n<ul><li>one</li><li>two</li></ul><pre>a  b\nc</pre><script>alert(1)</script>',
        '<answer fraction="50" format="html"><text>&lt;p&gt;x&lt;/p&gt;</text><feedback><text>why x</text></feedback></answer><answer fraction="50"><text>List&lt;String&gt;</text></answer><answer fraction="-100"><text>z</text></answer>',
      ),
    );
    expect(sketches(read)).toEqual([
      ['Which TWO fit 10² & <b>?\n\none\ntwo\n\n```\na  b\nc\n```', '+ x', '+ List<String>', '- z'],
    ]);
    expect(read.items?.[0]?.options[0]?.rationale).toEqual(['why x']);
  });

  it('leaves other kinds and what a question cannot hold behind', () => {
    const read = readAs(
      'moodle',
      quiz(
        '<question type="category"><category><text>c</text></category></question>\n<question type="essay"><name><text>E</text></name></question>',
      ),
    );
    expect(read.left).toEqual(['4: is of the kind "essay", not multichoice']);
    expect(readAs('moodle', choice('<p>See</p><iframe src="x"></iframe>')).left).toEqual([
      '3: holds <iframe>, which a question cannot',
    ]);
    expect(readAs('moodle', choice('Q?', '<answer><text>a</text></answer>')).left).toEqual([
      '3: has an answer without a fraction',
    ]);
  });

  it.each([
    ['<!DOCTYPE quiz [<!ENTITY a "b">]><quiz/>', '1: The file has a document type'],
    [
      `<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY l2 "&lol;&lol;">]>\n<quiz>&l2;</quiz>`,
      '2: The file has a document type',
    ],
    ['<!DOCTYPE quiz SYSTEM "file:///etc/passwd"><quiz/>', '1: The file has a document type'],
    [quiz('<question>&xxe;</question>'), '3: The XML holds an unknown "&…;"'],
    [quiz('<question>'), '4: The XML closes <quiz> where it is not open'],
    ['<quiz>', '1: The XML never closes <quiz>'],
    ['<html></html>', 'The root is not <quiz>'],
    ['', 'The file is empty'],
  ])('refuses %j as a whole', (xml, expected) => {
    expect(readAs('moodle', xml).refused).toContain(expected);
  });

  it('refuses what is too deep for a quiz, and passes over a long comment', () => {
    expect(readAs('moodle', '<quiz>'.repeat(50)).refused).toContain('nested too deeply');
    const comment = readAs('moodle', quiz(`<!--${'- '.repeat(500_000)}-->`));
    expect(comment).toEqual({ items: [], left: [], notes: [] });
  });
});
