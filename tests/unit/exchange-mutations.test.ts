import { describe, expect, it } from 'vitest';
import { readDeck } from '#exchange/deck.ts';
import { targetFormats } from '#exchange/formats/formats.ts';
import type { TargetName } from '#exchange/formats/registry.ts';

const stems = ['Which one is first?', 'Which one is second?', 'Which one is third?'];
const options = ['alpha', 'bravo', 'charlie', 'delta'];
/** Each question has another right option. */
const rightOf = (stem: string) => options[stems.indexOf(stem) + 1];

const questions = stems.map((stem, index) => ({
  id: `question-${index}`,
  stem: [stem],
  stemLine: 1,
  options: options.map((text) => ({ text, right: text === rightOf(stem), rationale: '', line: 1 })),
  explanation: '',
  explanationLine: 1,
  images: [],
}));

const print = (name: TargetName) =>
  String(targetFormats[name].print({ place: 'a/b', name: 'B', questions }));
const lettered = (print: (stem: string, right: string) => string) =>
  stems.map((stem) => print(stem, 'ABCD'[options.indexOf(rightOf(stem) ?? '')] ?? '')).join('');

const sources: Record<string, string> = {
  'a.md': print('markdown'),
  'a.csv': print('csv'),
  'a.json': print('json'),
  'a.gift': print('gift'),
  'a.aiken': print('aiken'),
  'moodle.xml': print('moodle'),
  'qti.xml': print('qti'),
  'anki.txt': print('anki'),
  'key.txt': print('text').slice(3),
  'numbered.txt': lettered(
    (stem, right) =>
      `${stems.indexOf(stem) + 1}. ${stem}\n${options.map((text, at) => `${'abcd'[at]}) ${text}`).join('\n')}\nCorrect answer: ${right}\n\n`,
  ),
  'blackboard.tsv': stems
    .map(
      (stem) =>
        `MC\t${stem}\t${options.map((text) => `${text}\t${text === rightOf(stem) ? '' : 'in'}correct`).join('\t')}`,
    )
    .join('\n'),
  'a.yaml': stems
    .map(
      (stem) =>
        `- question: ${stem}\n  options:\n${options.map((text) => `    - text: ${text}\n      right: ${text === rightOf(stem)}\n`).join('')}`,
    )
    .join(''),
  'openedx.xml': `<course>\n${stems
    .map(
      (stem) =>
        `<problem><multiplechoiceresponse><label>${stem}</label><choicegroup>\n${options.map((text) => `<choice correct="${text === rightOf(stem)}">${text}</choice>\n`).join('')}</choicegroup></multiplechoiceresponse></problem>\n`,
    )
    .join('')}</course>`,
  'text2qti.txt': `Quiz title: Three\n\n${stems
    .map(
      (stem, at) =>
        `Points: 1\n${at + 1}. ${stem}\n${options.map((text, place) => `${text === rightOf(stem) ? '*' : ''}${'abcd'[place]}) ${text}`).join('\n')}\n\n`,
    )
    .join('')}`,
  'quizlet.txt': lettered(
    (stem, right) =>
      `${stem} ${options.map((text, at) => `${'ABCD'[at]}) ${text}`).join(' ')}\t${right}\n`,
  ),
};

/** What takes the key of the second question away. */
const damages: Record<string, [RegExp, string]> = {
  'a.md': [/- \[x\] charlie/, '- [ ] charlie'],
  'a.csv': [/option3(?=,,,,,,,,\r)/, ''],
  'a.json': [/(second[\s\S]*?charlie",\s*"right": )true/, '$1false'],
  'a.gift': [/=charlie/, '~charlie'],
  'a.aiken': [/ANSWER: C/, 'NSWER: C'],
  'moodle.xml': [/(second[\s\S]*?)fraction="100"/, '$1fraction="0"'],
  'qti.xml': [/(second[\s\S]*?)<setvar action="Set" varname="SCORE">100<\/setvar>/, '$1'],
  'anki.txt': [/<p>C<\/p>/, '<p></p>'],
  'key.txt': [/2\. C/, ''],
  'numbered.txt': [/Correct answer: C/, 'Corect answer: C'],
  'blackboard.tsv': [/charlie\tcorrect/, 'charlie\tincorrect'],
  'a.yaml': [/(second[\s\S]*?charlie\n\s*right: )true/, '$1false'],
  'openedx.xml': [/(second[\s\S]*?)correct="true"/, '$1correct="false"'],
  'text2qti.txt': [/\*c\)/, 'c)'],
  'quizlet.txt': [/\tC\n/, '\t?\n'],
};

const read = (name: string, text: string) =>
  readDeck([{ name, bytes: new TextEncoder().encode(text) }], {});

/** A question that was read whole, but with another key. */
const findWrong = (name: string, text: string): string | undefined => {
  const found = read(name, text).questions.map(({ answer }) => answer.question);
  const wrong = found.find(
    ({ question, options: read, answers }) =>
      stems.includes(question) &&
      [...read].sort().join() === options.join() &&
      answers.join() !== rightOf(question),
  );
  return wrong && `"${wrong.question}" is given the answer ${wrong.answers}`;
};

describe.each(Object.keys(sources))('%s', (name) => {
  const text = sources[name] ?? '';
  const lines = text.split('\n');

  it('is read whole as it was written', () => {
    expect(read(name, text).questions.map(({ answer }) => answer.question.answers)).toEqual(
      stems.map((stem) => [rightOf(stem)]),
    );
  });

  it('that lost any line or byte gives no wrong key', () => {
    const without = [
      ...lines.map((_, at) => lines.toSpliced(at, 1).join('\n')),
      ...[...text].map((_, at) => text.slice(0, at) + text.slice(at + 1)),
    ];
    expect(without.flatMap((damaged) => findWrong(name, damaged) ?? [])).toEqual([]);
  });

  it('whose second question lost its key leaves out that one, by name, and no other', () => {
    const damage = damages[name];
    const damaged = damage ? text.replace(...damage) : text;
    expect(damaged).not.toBe(text);
    const { questions: found, leftOut } = read(name, damaged);
    expect(found.map(({ answer }) => answer.question.question)).toEqual([stems[0], stems[2]]);
    expect(leftOut).toEqual([
      expect.objectContaining({ title: expect.stringMatching(/second|question-1|multiplechoice/) }),
    ]);
  });
});

describe('a mistake in a question', () => {
  const list = stems.map((question) => ({ question, options, answer: rightOf(question) }));
  const marked = stems.map((question) => ({
    question,
    options: options.map((text) => ({ text, right: text === rightOf(question) })),
  }));
  const files: [string, string][] = [
    ['minified.json', JSON.stringify(list)],
    ['pretty.json', JSON.stringify(marked, null, 2)],
    ['named.json', JSON.stringify({ exam: { name: 'B' }, questions: marked })],
    ['lines.json', `[\n${list.map((one) => JSON.stringify(one)).join(',\n')}\n]`],
    [
      'quoted.csv',
      `"question","a","b","c","d","answer"\n${list.map((one) => [one.question, ...options, one.answer].map((cell) => `"${cell}"`).join(',')).join('\n')}\n`,
    ],
  ];

  it.each(files)('costs no other in %s', (name, text) => {
    const [open, close] = name.endsWith('json') ? ['{', '}'] : ['\n', '\n'];
    const start = text.lastIndexOf(open, text.indexOf('second')) + 1;
    const end = text.lastIndexOf(close, text.indexOf('third'));
    const others = [stems[0], stems[2]];
    for (let at = start; at < end; at += 1) {
      for (const instead of ['', '"', '{', '}', '[', ']', ',', '\n']) {
        const broken = text.slice(0, at) + instead + text.slice(at + 1);
        const { questions: read } = readDeck(
          [{ name, bytes: new TextEncoder().encode(broken) }],
          {},
        );
        const found = read.map(({ answer }) => answer.question);
        const shown = JSON.stringify([
          at,
          instead,
          text.slice(at - 20, at),
          text.slice(at, at + 20),
        ]);
        for (const stem of others)
          expect(
            found.map(({ question }) => question),
            shown,
          ).toContain(stem);
        for (const { question, answers } of found) {
          if (others.includes(question)) expect(answers, shown).toEqual([rightOf(question)]);
        }
      }
    }
  });
});
