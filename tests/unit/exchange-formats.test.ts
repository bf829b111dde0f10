import { describe, expect, it } from 'vitest';
import type { SourceName } from '#exchange/formats/formats.ts';
import { readAs, sketch } from '#support/exchange.ts';

const quiz = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${inside}\n</quiz>`;
const answer = (html: string, fraction = 100, more = '') =>
  `<answer fraction="${fraction}"><text>${html}</text>${more}</answer>`;
const choice = (stem: string, answers = answer('a') + answer('b', 0)) =>
  quiz(
    `<question type="multichoice"><questiontext format="html"><text><![CDATA[${stem}]]></text></questiontext>${answers}</question>`,
  );
const table = 'question,option1,option2,option3,answers\n';

describe('a source', () => {
  it.each<[SourceName, string, string, string[]]>([
    [
      'markdown',
      'headings, checkboxes of any list, images and lines back to the top',
      '# A bank\n## Contents\n1. [One?](#one)\n\n### One?\n\n![a chart](images/one.png)\n\n- [ ] A\n- [x] B\n\n**[⬆ Back to Top](#contents)**\n\n### Two?\n* [X] A\n  > because\n+ [ ] B\n- [] C\n1. [ ] D\n\n[Back to top](#top)\n---\n',
      [
        'One?\n\n![a chart](images/one.png) | - A | + B',
        'Two? | + A | > because | - B | - C | - D',
      ],
    ],
    [
      'markdown',
      'an explanation under a heading, and after its name',
      '### A?\n- [x] a\n\n- [ ] b\n#### Explanation\nWhy a.\n### B?\n- [x] a\n- [ ] b\n\n**Explanation:** Why b.\n',
      ['A? | + a | - b | # Why a.', 'B? | + a | - b | # Why b.'],
    ],
    [
      'markdown',
      'code that holds what looks like a heading, and a shell comment',
      '### Q?\n# comment\n```\n### not a question\n```\n- [x] a\n- [ ] b\n### R?\n- [ ] a\n- [x] b\n',
      ['Q?\n# comment\n\n```\n### not a question\n``` | + a | - b', 'R? | - a | + b'],
    ],
    [
      'csv',
      'quotes, line breaks in cells and a quote within a cell',
      `${table}"Say ""yes"",\nnow?",yes,no,,A\n"Six"?,a,b,c,A\n`,
      ['Say "yes",\nnow? | + yes | - no', '"Six"? | + a | - b | - c'],
    ],
    [
      'csv',
      'other separators and options in one cell',
      'Question;Options;Answer\nQ?;a|b|c;a|c\n',
      ['Q? | + a | - b | + c'],
    ],
    [
      'csv',
      'answers by text, letter, number and column',
      `${table}${['b', 'B', '2', 'option 2', 'option2', '"A,C"', 'AC', '"a\nc"', '1|3'].map((answer) => `Q?,a,b,c,${answer}\n`).join('')}`,
      [
        ...Array.from({ length: 5 }, () => 'Q? | - a | + b | - c'),
        ...Array.from({ length: 4 }, () => 'Q? | + a | - b | + c'),
      ],
    ],
    [
      'json',
      'options as texts, numbered or marked',
      JSON.stringify([
        { question: 'One?', options: ['a', 'b'], answers: ['b'], notes: ['', 'why'] },
        { question: 'Two?', option1: 'a', option2: 'b', answer: 2, explanation: 'so' },
        { question: 'Three?', options: [{ text: 'a' }, { text: 'b', right: true, note: 'why' }] },
      ]),
      ['One? | - a | + b | > why', 'Two? | - a | + b | # so', 'Three? | - a | + b | > why'],
    ],
    [
      'gift',
      'titles, plain colons, feedback and weighted keys',
      '$CATEGORY: top\n\n// [id:my-id] [tag:domain:security]\n::A: title::Which: a or b? {\n=a: it#why a\n~b\n####In general\n}\n\nWhich two? {~%50%x ~%50%y ~%-100%z}\n',
      ['Which: a or b? | + a: it | > why a | - b | # In general', 'Which two? | + x | + y | - z'],
    ],
    [
      'gift',
      'a comment within braces, and each text format',
      'Q? {\n=a\n// ~left out\n~b\n}\n\n[html]<p>Q <b>a</b>?</p> {=[plain]<b> ~[markdown]`c` ~[moodle]d &amp; <i>e</i>}',
      ['Q? | + a | - b', 'Q a? | + <b> | - `c` | - d & e'],
    ],
    [
      'aiken',
      'dots, brackets and several answers',
      'One?\nA. a\nB. b\nANSWER: B\n\nTwo\n\nlines?\nA) a\nB) b\nC) c\nANSWER: A, C\n',
      ['One? | - a | + b', 'Two\n\nlines? | + a | - b | + c'],
    ],
    [
      'moodle',
      'code',
      choice(
        '<p>Run <code>az <b>vm</b>\n list</code>:</p><pre class="x"><code class="hl language-sh">$ ls\n  &lt;a&gt;<br>b</code></pre><pre>```\nx</pre>?',
        answer('<![CDATA[<pre>kubectl\n  get</pre>]]>') + answer('b', 0),
      ),
      [
        'Run `az vm list`:\n\n```sh\n$ ls\n  <a>\nb\n```\n\n```\nx\n\n? | + ```\nkubectl\n  get\n``` | - b',
      ],
    ],
    [
      'moodle',
      'HTML as plain text, with lists, links and tables',
      choice(
        '<p>Which <b>TWO</b>&nbsp;fit 10&sup2; &amp; &lt;b&gt;?</p>\n<ul><li>one</li><li>two</li></ul><ol><li>x</ol><script>alert(1)</script><a href="https://a.b">c</a><table><tr><th>d<th>e<tr><td>1<td>2</table></x-turndown>!',
        answer('&lt;p&gt;x&lt;/p&gt;', 50, '<feedback><text>why x</text></feedback>') +
          answer("List&lt;String&gt; a &lt;b it's", 50) +
          answer('x&lt;sup&gt;2&lt;/sup&gt;', -100),
      ),
      [
        "Which TWO fit 10² & <b>?\n\n- one\n- two\n\n1. x\n\nc (https://a.b)\n\nd\te\n1\t2\n\n</x-turndown>! | + x | > why x | + List<String> a <b it's | - x^2",
      ],
    ],
  ])('as %s is read with %s', (format, _, source, expected) => {
    const read = readAs(format, source);
    expect(read.rejected).toEqual([]);
    expect(read.items?.map(sketch)).toEqual(expected);
  });

  it.each<[SourceName, string, string[], number?]>([
    [
      'markdown',
      '### A?\n- [✓] a\n- [ ] b\n### B?\n1. [v] a\n2. [ ] b\n### C?\n- [x] a\n> b\n## Explanation\n- [ ] c\n### D?\n- [x] a\n- [ ] b\nAnswer: A\n',
      [
        ':1 has a mistake on line 2: This is nearly an option: write "- [ ] text" or "- [x] text" at the start of the line.',
        ':4 has a mistake on line 5: This is nearly an option: write "- [ ] text" or "- [x] text" at the start of the line.',
        ':7 has a mistake on line 11: Options come before "## Explanation": move this one up.',
        ':12 has a mistake on line 15: This line belongs to nothing: an option is one line, its why the "> " line under it.',
      ],
    ],
    [
      'markdown',
      '### Contents\n\ntext\n### Open?\n```\ncode\n- [ ] a\n### Shown <img src="a.png">?\n- [x] a\n### P ![a](a(1).png)?\n- [x] a\n### Q?\n- [x] a\n- [ ] b\n```\n',
      [
        ':1 has no options',
        ':4 has a mistake on line 5: The code that is opened here is never closed: put ``` on a line of its own under it.',
        ':8 holds <img>: write ![what it shows](file)',
        ':10 has a mistake on line 10: A picture is not written as ![what it shows](file): correct it.',
        ':12 has a mistake on line 15: This line belongs to nothing: an option is one line, its why the "> " line under it.',
      ],
    ],
    [
      'csv',
      `${table}"One\n?",a,b,c,D\nThree?,a,b,c,\nFour?,a,b,c,A,x\nHow many?,2,4,1,2\n,,,,\nQ?,,,,A\n`,
      [
        ':2 has the answer "D", which is no option',
        ':4 names no right answer',
        ':5 has 6 cells under 5 columns: quote cells that hold separators',
        ':6 has the answer "2", which could be option1 or option2',
        ':7 has no options',
        ':8 has no options',
      ],
    ],
    [
      'json',
      '[1, null, {"question": {}, "options": ["a"]}, {"question": "Q?", "options": ["a"], "answers": [{}]}, {"__proto__": {"question": "Q?"}, "constructor": 1}, {"option1": "a", "options": ["b"]}, {"options": [{"text": "a", "right": true}, {"text": "b"}], "answers": "b"}, {"options": ["a"], "answers": 1, "notes": ["", "b"]}]',
      [
        ': item 1 is not an object with named keys',
        ': item 2 is not an object with named keys',
        ': item 3 has "question" in another form than --help tells',
        ': item 4 has "answers" in another form than --help tells',
        ': item 5 has no options',
        ': item 6 has "options" twice',
        ': item 7 contradicts itself: its keys name different options',
        ': item 8 has too many notes',
      ],
    ],
    [
      'gift',
      'Yes\n\n\nName it. {=word}\n\nNumber? {#3:1}\n\nMatch {=a -> b =c -> d =e -> f}\n\nJust text.\n\nTell. {}\n\nOpen {=a\n~b\n\nQ? {=a ~b}\n\nBad {=a ~%x%b}',
      [
        ...[
          '1 Description',
          '4 Short',
          '6 Numerical',
          '8 Matching',
          '10 Description',
          '12 Essay',
        ].map((row) => `:${row.replace(' ', ' is of the kind "')}", not multiple choice`),
        ':14 is not GIFT: its answers have no "}" at their end',
        ':19 is not GIFT: "~%x%b" has no number between its "%"',
      ],
      1,
    ],
    [
      'aiken',
      'One?\nA. a\nB. b\n\nTwo?\nA. a\nC. c\nANSWER: A\nThree?\nA. a\nB. b\nANSWER: D\nANSWER: A\nFour?\nA. a\n',
      [
        ':1 has no line "ANSWER: A" after its options',
        ':5 has "C. c" where option B or the answer should be',
        ':9 has the answer "D", which is no option',
        ':13 has no options such as "A. text"',
        ':14 has no line "ANSWER: A" after its options',
      ],
    ],
    [
      'moodle',
      quiz(
        '<question type="category"><category><text>c</text></category></question>\n<question type="essay"><name><text>E</text></name></question>',
      ),
      [':4 is of the kind "essay", not multichoice'],
    ],
    ['moodle', choice('<iframe src="x">'), [':3 holds <iframe>, which a question cannot']],
    ['moodle', choice('Q?', '<answer/>'), [':3 has an answer without a fraction']],
    ['moodle', choice('Q?', answer('<b>a</b>')), [':3 has markup outside of CDATA']],
    ['moodle', choice('<b>'.repeat(2000)), [':3 has far too much markup']],
  ])(
    'as %s names what it cannot take, with line and reason (%#)',
    (format, source, reasons, count) => {
      const read = readAs(format, source);
      expect(read.rejected).toEqual(reasons);
      expect(read.items).toHaveLength(count ?? 0);
    },
  );

  it.each<[SourceName, string, string]>([
    ['csv', '', '1: No column is known as the question'],
    ['csv', 'x,y\n1,2\n', '1: No column is known as the question'],
    ['csv', 'question,option1\n', '1: No column is known as the right answer'],
    ['csv', `${table}"open,a,b,c,A\nnext,a,b,c,A\n`, '2: A quote is opened here and never closed'],
    ['json', '[\n{"a": 1,}\n]', '2: The file is not JSON'],
    ['json', '"text"', 'should hold a list of questions'],
    ['json', '['.repeat(100_000), 'not JSON'],
    [
      'moodle',
      '<!DOCTYPE q SYSTEM "file:///etc/passwd"><quiz/>',
      '1: The file has a document type',
    ],
    ['moodle', '<!DOCTYPE q [<!ENTITY a "b">]><quiz>&a;</quiz>', '1: The file has a document type'],
    ['moodle', quiz('<question>&xxe;</question>'), '3: The XML holds an unknown "&…;"'],
    ['moodle', quiz('<question>'), '4: The XML is not well-formed here'],
    ['moodle', '<html></html>', 'The root is not <quiz>'],
    ['moodle', '', '1: The XML is not well-formed here'],
    ['moodle', '<quiz>'.repeat(100_000), 'not well-formed'],
  ])('as %s is refused as a whole: %j', (format, source, expected) => {
    expect(readAs(format, source).refused).toContain(expected);
  });

  it.each<[SourceName, string, string]>([
    ['csv', `__proto__,${table}x,Q?,a,b,c,A\n`, '"__proto__" is not known and left out'],
    ['json', '[{"__proto__": 1}]', '"__proto__" is not known and left out'],
  ])('as %s names what is left out', (format, source, note) => {
    expect(readAs(format, source).notes).toEqual([note]);
  });
});
