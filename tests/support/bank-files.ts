import type { Files } from './temporary-folder.ts';

const question = `---
domain: concepts
references:
  - title: What is AWS?
    url: https://docs.aws.amazon.com/whitepapers/latest/aws-overview/introduction.html
reviewed: 2026-11-01
---
Which one is right?

- [x] This one
  > It is right.
- [ ] That one
  > It is wrong.
- [ ] The other one
  > It is wrong too.
- [ ] None that is here
  > It is as wrong.

## Explanation

It says so.
`;

/** The files of a bank of one exam with one question, by path. */
export const bankFiles: Files = {
  'aws/provider.yaml': 'id: aws\nname: Amazon Web Services\n',
  'aws/small/exam.yaml': `id: small
name: A Small Exam
code: SMALL
outline:
  version: "1.0"
  checked: 2026-11-01
  url: https://docs.aws.amazon.com/exam.html
domains:
  - id: concepts
    name: Concepts
    weight: 100
licence: CC-BY-4.0
`,
  'aws/small/questions/only-one.md': question,
};
