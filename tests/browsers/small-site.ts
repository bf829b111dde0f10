import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { examYaml } from '#support/bank-folder.ts';
import { startBuiltServer } from '#support/built-server.ts';
import { writeFiles } from '#support/temporary-folder.ts';
import { pngBytes } from '#support/test-images.ts';

/** What is on the pictures: light in the light theme, dark in the dark one. */
const themedSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60" width="90" height="60"><title>A box</title><style>.box{fill:#ffffff}@media (prefers-color-scheme:dark){.box{fill:#000000}}</style><rect class="box" width="90" height="60"/></svg>\n`;

export type SmallQuestion = {
  stem: string;
  options: string[];
  /** Places of the right options. */
  key: number[];
  /** Ending of the picture in its text. */
  picture?: 'svg' | 'png';
};

const questions: SmallQuestion[] = [
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

const questionFile = (id: string, { stem, options, key, picture }: SmallQuestion) => `---
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

/** A bank of one provider and one small exam, as its authors write it. */
export const writeSmallBank = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'certdeck-bank-'));
  const files = questions.flatMap((question, place) => {
    const id = `q${place + 1}`;
    const path = `aws/clf/questions/${id}`;
    return [
      [`${path}.md`, questionFile(id, question)] as const,
      ...(question.picture === 'svg' ? [[`${path}.img-1.svg`, themedSvg] as const] : []),
      ...(question.picture === 'png' ? [[`${path}.img-1.png`, pngBytes] as const] : []),
    ];
  });
  await writeFiles(folder, {
    'aws/provider.yaml': 'id: aws\nname: Amazon Web Services\n',
    'aws/clf/exam.yaml': examYaml,
    ...Object.fromEntries(files),
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};

export const findPort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
};

/** The questions in the order in which the exam asks them. */
const readOrder = async (address: string) => {
  const answer = await fetch(
    `${address}/api/questions?providerId=aws&examId=${encodeURIComponent(EXAM)}`,
  );
  const { questionIds } = v.parse(
    v.object({ questionIds: v.array(v.string()) }),
    await answer.json(),
  );
  return questionIds.flatMap((id) => questions[Number(id.slice(1)) - 1] ?? []);
};

/** The built product in a process of its own, at an address that stays when the build changes. */
export const startSite = async (bankFolder: string) => {
  const port = await findPort();
  const start = (site?: string) =>
    startBuiltServer({
      PORT: `${port}`,
      BANK_DIR: bankFolder,
      ...(site === undefined ? {} : { SITE_DIR: site }),
    });
  let server: Awaited<ReturnType<typeof start>> | undefined = await start();
  const { address } = server;
  const stop = async () => {
    await server?.stop();
    server = undefined;
  };
  return {
    address,
    questions: await readOrder(address),
    /** Ends the server's process; nobody answers at its address from now on. */
    stop,
    /** Serves another build's folder at the same address. */
    deploy: async (folder: string) => {
      await stop();
      server = await start(folder);
    },
  };
};
