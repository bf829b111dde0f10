import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examYaml } from './bank-folder.ts';
import { type Files, writeFiles } from './temporary-folder.ts';
import { pngBytes } from './test-images.ts';

/** A white box in the light theme, a black one in the dark theme. */
const themedSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60" width="90" height="60"><title>A box</title><style>.box{fill:#ffffff}@media (prefers-color-scheme:dark){.box{fill:#000000}}</style><rect class="box" width="90" height="60"/></svg>\n`;

export type SmallQuestion = {
  stem: string;
  options: string[];
  /** Indexes of the right options. */
  key: number[];
  /** File type of the image in its text. */
  picture?: 'svg' | 'png';
};

export const questions: SmallQuestion[] = [
  { stem: 'Which city is the capital of France?', options: ['Lyon', 'Paris', 'Nice'], key: [1] },
  {
    stem: 'Which color does the drawn box have in the light theme?',
    options: ['White', 'Red', 'Green'],
    key: [0],
    picture: 'svg',
  },
  {
    stem: 'Which two of these rivers flow into a sea? (Choose TWO.)',
    options: ['Rhine', 'Okavango', 'Danube', 'Jordan'],
    key: [0, 2],
  },
  {
    stem: 'What does the photograph show?',
    options: ['A gradient', 'A bicycle', 'A house'],
    key: [0],
    picture: 'png',
  },
  { stem: 'How many legs does a spider have?', options: ['Six', 'Eight', 'Ten'], key: [1] },
];

export const EXAM = 'Cloud Practitioner';
export const EXAM_PATH = `/exams/aws/${encodeURIComponent(EXAM)}`;

export const examFile = (id: string, name: string) =>
  examYaml.replace('id: clf', `id: ${id}`).replace('name: Cloud Practitioner', `name: '${name}'`);

export const questionFile = (id: string, { stem, options, key, picture }: SmallQuestion) => `---
domain: ${key.length > 1 ? 'security' : 'concepts'}
references:
  - title: The guide
    url: https://docs.aws.amazon.com/guide
reviewed: 2026-11-01
shuffle: false
---
${stem}
${picture ? `\n![What the question is about](${id}.img-1.${picture})\n` : ''}
${options.map((option, place) => `- [${key.includes(place) ? 'x' : ' '}] ${option}\n  > Because.`).join('\n')}

## Explanation

It can be looked up.
`;

const provider: Files = { 'aws/provider.yaml': 'id: aws\nname: Amazon Web Services\n' };

/** A bank of one exam with one question. */
export const bankFiles: Files = {
  ...provider,
  'aws/small/exam.yaml': examFile('small', 'A Small Exam'),
  'aws/small/questions/only-one.md': questionFile('only-one', {
    stem: 'Which one is right?',
    options: ['This one', 'That one', 'The other one'],
    key: [0],
  }),
};

const images = { svg: themedSvg, png: pngBytes };

/** Writes a bank of one provider with the small exam, and further files. */
export const writeSmallBank = async (more: Files = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'certdeck-bank-'));
  const files: Files = { ...provider, 'aws/clf/exam.yaml': examYaml, ...more };
  for (const [place, question] of questions.entries()) {
    const id = `q${place + 1}`;
    const path = `aws/clf/questions/${id}`;
    files[`${path}.md`] = questionFile(id, question);
    const { picture } = question;
    if (picture) files[`${path}.img-1.${picture}`] = images[picture];
  }
  await writeFiles(folder, files);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};
