import { mkdirSync, writeFileSync } from 'node:fs';
import { printScalar } from '../../parse/question-print.ts';
import { isQuestionId } from '../../validate/question.ts';
import { type Command, findExam } from './command.ts';

/** The linter rejects what is left empty here, so no template is published as a question. */
const printTemplate = (domain: string, reviewed: string) => `---
domain: ${printScalar(domain)}
references:
  - title: Title of the page
    url: https://
reviewed: ${reviewed}
---
Who has which task, under what conditions? Which action should they take?

- [x]
  >
- [ ]
  >
- [ ]
  >
- [ ]
  >

## Explanation
`;

export const newQuestion: Command = {
  name: 'new',
  usage: 'provider/exam question-id',
  summary: 'write a question from a template',
  words: [2, 2],
  run: async ({ words: [word = '', id = ''] }, { bank, today, print }) => {
    const found = findExam(bank, word);
    if (!found.ok) return found.failure;
    if (!isQuestionId(id)) {
      return `"${id}" is no question id: use lower-case letters and digits joined by hyphens.`;
    }
    const { domains } = found.value.exam;
    const file = `${found.value.questions}/${id}.md`;
    try {
      mkdirSync(found.value.questions, { recursive: true });
      writeFileSync(file, printTemplate(domains[0]?.id ?? '', today), { flag: 'wx' });
    } catch (error) {
      const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      return exists ? `${file} exists already.` : `${file} cannot be written: ${String(error)}.`;
    }
    print(
      `${file} is written. Its domain is one of: ${domains.map((domain) => domain.id).join(', ')}.`,
    );
    return 0;
  },
};
