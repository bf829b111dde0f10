import { createFolder, type Files } from './temporary-folder.ts';

/** Files of a bank by their path in it; undefined takes a file of the sound bank away. */
export type BankFiles = Record<string, string | Uint8Array | undefined>;

export const examYaml = `id: clf
name: Cloud Practitioner
code: CLF
outline:
  version: "1.0"
  checked: 2026-11-01
  url: https://docs.aws.amazon.com/clf
domains:
  - id: concepts
    name: Cloud Concepts
    weight: 50
  - id: security
    name: Security
    weight: 50
license: CC-BY-4.0
`;

/** Lines 1-7 are front matter, 8 the stem, 10-17 the options with their whys, 21 the explanation. */
export const soundQuestion = `---
domain: concepts
references:
  - title: The guide
    url: https://docs.aws.amazon.com/guide
reviewed: 2026-11-01
---
A museum opens its first account. Which action should it take first?

- [ ] Ask support for more accounts
  > More accounts come later.
- [x] Protect the root user with MFA
  > The root user can do anything.
- [ ] Share the root password by mail
  > Mail is read by others too.
- [ ] Delete the default network now
  > The network does no harm.

## Explanation

The root user owns the account, so it is guarded before all else.
`;

export const picture = (inside = '<path d="M0 0h9"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>T</title>${inside}</svg>\n`;

/** The sound question with one text in place of another, which must be there. */
export const changed = (from: string | RegExp, to: string, question = soundQuestion): string => {
  const text = question.replace(from, to);
  if (text === question) throw new Error(`The question holds no ${from}.`);
  return text;
};

const soundBank: BankFiles = {
  'aws/provider.yaml': 'id: aws\nname: AWS\ndocumentation: [docs.aws.amazon.com]\n',
  'aws/clf/exam.yaml': examYaml,
  'aws/clf/questions/q1.md': soundQuestion,
  'aws/clf/questions/q2.md': changed(
    'A museum opens its first account. Which',
    'Nurses of a city hospital share one login to a reporting tool. Which',
    changed('domain: concepts', 'domain: security'),
  ),
};

/** Writes a sound bank of two questions with changes to a folder that goes with the test. */
export const writeBank = (changes: BankFiles = {}): Promise<string> => {
  const files = Object.entries({ ...soundBank, ...changes });
  return createFolder(
    Object.fromEntries(files.filter(([, content]) => content !== undefined)) as Files,
  );
};
