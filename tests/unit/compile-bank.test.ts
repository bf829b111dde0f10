import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '#bank/blind-checks.ts';
import { compileBank } from '#bank/compile/compile-folder.ts';
import { readBank } from '#bank/read/read-bank.ts';
import type { ExamBundle, ExamDetail } from '#contract/wire.ts';
import { changed, examYaml, picture, soundQuestion, writeBank } from '#support/bank-folder.ts';
import { createFolder } from '#support/temporary-folder.ts';

const EXAM = 'aws/_43loud_20_50ractitioner';
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));
const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => /\.(?:json|svg)$/.test(path))
    .sort();

const largePicture = picture(`<path d="${'M0 0h9'.repeat(10_000)}"/>`);
const q1 = 'aws/clf/questions/q1.md';
const withPictures = {
  [q1]: changed('account.', 'account. ![A square](q1.img-1.svg) ![A large one](q1.img-2.svg)'),
  'aws/clf/questions/q1.img-1.svg': picture(),
  'aws/clf/questions/q1.img-2.svg': largePicture,
};

const inForm = (form: number, question: string) =>
  changed('domain:', `form: ${form}\ndomain:`, question);

async function compile(changes: Parameters<typeof writeBank>[0] = {}) {
  const folder = await createFolder({});
  const compiled = await compileBank(await writeBank(changes), folder);
  expect(compiled).toEqual({ ok: true, value: null });
  return folder;
}

describe('a compiled bank', () => {
  it('is a file for each answer, and the whole exam in one with its small pictures', async () => {
    const folder = await compile(withPictures);
    expect(listFiles(folder)).toEqual([
      `${EXAM}/bundle.json`,
      `${EXAM}/exam.json`,
      `${EXAM}/images/q1/img-1.svg`,
      `${EXAM}/images/q1/img-2.svg`,
      `${EXAM}/questions/q1.json`,
      `${EXAM}/questions/q2.json`,
      'aws/exams.json',
      'providers.json',
    ]);
    expect(readJson(folder, 'providers.json')).toEqual({
      providerData: [{ id: 'aws', name: 'AWS', examCount: 1, questionCount: 2 }],
    });
    expect(readJson(folder, 'aws/exams.json')).toEqual({
      exams: [{ name: 'Cloud Practitioner', questionCount: 2 }],
    });
    const images = [1, 2].map((number) => `aws/clf/q1/img-${number}.svg`);
    expect(readJson(folder, EXAM, 'questions/q1.json').images).toEqual(images);
    const bundle: ExamBundle = readJson(folder, EXAM, 'bundle.json');
    expect(bundle.exam).toEqual(readJson(folder, EXAM, 'exam.json'));
    expect(bundle.questions.map(({ id }) => id)).toEqual(bundle.exam.questionIds);
    for (const { id, answer } of bundle.questions) {
      expect(answer).toEqual(readJson(folder, EXAM, `questions/${id}.json`));
    }
    const image = { questionId: 'q1', type: 'image/svg+xml' };
    expect(bundle.images).toEqual([
      { ...image, file: 'img-1.svg', bytes: picture().length, data: btoa(picture()) },
      { ...image, file: 'img-2.svg', bytes: largePicture.length },
    ]);
  });

  it('has the same texts compressed beside them', async () => {
    const place = join(await compile(), EXAM, 'bundle.json');
    const text = readFileSync(place);
    expect(brotliDecompressSync(readFileSync(`${place}.br`))).toEqual(text);
    expect(gunzipSync(readFileSync(`${place}.gz`))).toEqual(text);
  });

  it('tells the sitting and the forms where the bank does', async () => {
    const plain: ExamDetail = readJson(await compile(), EXAM, 'exam.json');
    expect(Object.keys(plain)).toEqual([
      ...['id', 'name', 'questionIds', 'domains', 'questionDomains', 'outline'],
    ]);
    const told = { questions: 65, minutes: 90, pass: { score: '700 of 1000', share: 70 } };
    const sitting = { ...told, source: 'https://docs.aws.amazon.com/clf' };
    const folder = await compile({
      'aws/clf/exam.yaml': `${examYaml}sitting: ${JSON.stringify(sitting)}\n`,
      'aws/clf/questions/q1.md': inForm(1, soundQuestion),
      'aws/clf/questions/q3.md': inForm(2, changed('A museum opens', 'A bakery opens')),
    });
    const exam: ExamDetail = readJson(folder, EXAM, 'exam.json');
    expect(exam).toMatchObject({ sitting: told, forms: [['q1'], ['q3']] });
    expect(exam.sitting).not.toHaveProperty('source');
  });

  it('tells what is known of the questions, and what the vendor changed', async () => {
    const coverage = {
      version: '1',
      tasks: ['Task 1', 'Task 2'],
      services: [{ name: 'MFA' }, { name: 'Zeppelin' }],
    };
    const [provider] = readBank(await writeBank()).providers;
    const question = provider?.exams[0]?.questions.find(({ id }) => id === 'q1');
    if (!question) throw new Error('The sound bank has no q1');
    const check = { of: fingerprint(question), date: '2026-11-21', withStem: 'agrees' };
    const folder = await compile({
      'aws/CHANGES.md': '# Changed\n\nA list.\n\n- 2026-11-21: EC3 is called EC4.\n',
      'aws/clf/coverage.yaml': JSON.stringify(coverage),
      'aws/clf/blind-checks.yaml': JSON.stringify({ q1: check, q2: { ...check, of: '00000000' } }),
    });
    expect(readJson(folder, EXAM, 'exam.json').outline).toMatchObject({
      ...{ tasks: [0, 2], services: [1, 2], blind: [1, 1] },
      changes: [{ date: '2026-11-21', text: 'EC3 is called EC4.' }],
    });
  });

  it('tells the oldest review of its questions, wherever that is among them', async () => {
    for (const reviewed of ['2026-10-31', '2026-11-02']) {
      const folder = await compile({
        'aws/clf/questions/q1.md': changed('reviewed: 2026-11-01', `reviewed: ${reviewed}`),
      });
      const oldest = [reviewed, '2026-11-01'].sort()[0];
      expect(readJson(folder, EXAM, 'exam.json').outline.reviewed).toBe(oldest);
    }
  });

  it('lists questions that are held out apart, and serves them like the others', async () => {
    const folder = await compile({
      ...withPictures,
      'aws/clf/questions/q1.md': changed('domain:', 'sitting: only\ndomain:', withPictures[q1]),
    });
    const exam: ExamDetail = readJson(folder, EXAM, 'exam.json');
    expect(exam).toMatchObject({
      ...{ questionIds: ['q2'], questionDomains: ['security'] },
      heldOut: { questionIds: ['q1'], questionDomains: ['concepts'], questionTasks: [''] },
    });
    expect(readJson(folder, 'aws/exams.json').exams).toMatchObject([{ questionCount: 1 }]);
    expect(readJson(folder, 'providers.json').providerData).toMatchObject([{ questionCount: 1 }]);
    expect(listFiles(folder)).toContain(`${EXAM}/images/q1/img-1.svg`);
    expect(listFiles(folder)).toContain(`${EXAM}/questions/q1.json`);
    const bundle: ExamBundle = readJson(folder, EXAM, 'bundle.json');
    expect(bundle.questions.map(({ id }) => id).sort()).toEqual(['q1', 'q2']);
    expect(bundle.images).toHaveLength(2);
  });

  it('is not made of a broken bank', async () => {
    const folder = await createFolder({});
    const broken = await writeBank({ 'aws/clf/questions/q1.md': 'What?' });
    expect(await compileBank(broken, folder)).toMatchObject({ ok: false });
    expect(readdirSync(folder)).toEqual([]);
  });
});
