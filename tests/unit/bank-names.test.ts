import { expect, it } from 'vitest';
import { lintExams } from '#bank/authoring/lint/lint-exam.ts';
import { readBank } from '#bank/read/read-bank.ts';
import { changed, writeBank } from '#support/bank-folder.ts';

const row = (name: string, checked = '2026-11-01', former = '') =>
  `  - { name: ${name}, checked: ${checked}, source: https://a.example, former: [${former}] }\n`;

/** Warnings about names in a bank whose only question names `option`. */
const warningsOf = async (option: string, ...rows: string[]) => {
  const folder = await writeBank({
    'aws/clf/questions/q1.md': changed('Delete the default network now', option),
    'aws/clf/names.yaml': `brands: [Amazon, AWS]\nnames:\n${rows.join('')}`,
  });
  const { providers, diagnostics } = readBank(folder);
  expect(diagnostics).toEqual([]);
  return lintExams(providers[0]?.exams ?? [], '2026-11-21').flatMap(({ file, line, ...warning }) =>
    warning.warning.endsWith('-name')
      ? `${file.slice(folder.length + 1)}:${line}: ${warning.warning}: ${warning.message.split(':')[0]}`
      : [],
  );
};
const q1 = 'aws/clf/questions/q1.md:16';
const exam = 'aws/clf/exam.yaml:1';

it.each([
  ['Use Amazon S3 today', [row('Amazon S3')], []],
  ['Use Amazon S3 Glacier today', [row('Amazon S3')], []],
  ['Use Amazon DataZones today', [row('Amazon DataZone')], []],
  ['Use what Amazon sells', [row('Amazon')], []],
  [
    'Use Amazon S3 today',
    [row('AWS Lambda')],
    [
      `${q1}: unchecked-name: "Amazon S3" is not in names.yaml`,
      `${exam}: unused-name: No question says "AWS Lambda"`,
    ],
  ],
  [
    'Use Amazon S3 today',
    [row('Amazon S3', '2025-11-20')],
    [
      `${exam}: unchecked-name: "Amazon S3" in names.yaml was checked on 2025-11-20, over a year ago`,
    ],
  ],
  [
    'Ask CodeWhisperer or Amazon Q',
    [row('Amazon Q', '2026-11-01', 'Amazon CodeWhisperer, CodeWhisperer')],
    [`${q1}: former-name: "CodeWhisperer" is called "Amazon Q" now`],
  ],
])('names.yaml is held against "%s"', async (option, rows, expected) => {
  expect(await warningsOf(option, ...rows)).toEqual(expected);
});
