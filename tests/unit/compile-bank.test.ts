import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compileBank } from '#bank/compile/compile-folder.ts';
import type { ExamBundle, ExamDetail } from '#contract/wire.ts';
import { changed, examYaml, picture, soundQuestion, writeBank } from '#support/bank-folder.ts';
import { createFolder } from '#support/temporary-folder.ts';

const EXAM = 'aws/_43loud_20_50ractitioner';
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));
const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();

const withPicture = changed(
  'A museum opens its first account.',
  'A museum opens its first account. ![A square](q1.img-1.svg)',
);
const largePicture = picture(`<path d="${'M0 0h9'.repeat(10_000)}"/>`);

const inForm = (form: number, question: string) =>
  changed('domain:', `form: ${form}\ndomain:`, question);

async function compile(changes: Parameters<typeof writeBank>[0] = {}) {
  const folder = await createFolder({});
  const compiled = await compileBank(await writeBank(changes), folder);
  expect(compiled).toEqual({ ok: true, value: null });
  return folder;
}

describe('a compiled bank', () => {
  it('is a file for each answer', async () => {
    const folder = await compile({
      'aws/clf/questions/q1.md': withPicture,
      'aws/clf/questions/q1.img-1.svg': picture(),
    });
    const files = listFiles(folder).filter((path) => !/\.(br|gz)$/.test(path));
    expect(files).toEqual([
      `${EXAM}/bundle.json`,
      `${EXAM}/exam.json`,
      `${EXAM}/images/q1/img-1.svg`,
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
    expect(readJson(folder, EXAM, 'questions/q1.json').images).toEqual(['aws/clf/q1/img-1.svg']);
  });

  it('has the same texts compressed beside them', async () => {
    const folder = await compile();
    const place = join(folder, EXAM, 'bundle.json');
    const text = readFileSync(place);
    expect(brotliDecompressSync(readFileSync(`${place}.br`))).toEqual(text);
    expect(gunzipSync(readFileSync(`${place}.gz`))).toEqual(text);
  });

  it('has the whole exam in one file, with the bytes of small pictures', async () => {
    const folder = await compile({
      'aws/clf/questions/q1.md': changed(
        'A square](q1.img-1.svg)',
        'A square](q1.img-1.svg) ![A large one](q1.img-2.svg)',
        withPicture,
      ),
      'aws/clf/questions/q1.img-1.svg': picture(),
      'aws/clf/questions/q1.img-2.svg': largePicture,
    });
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

  it('tells the sitting and the forms where the bank does', async () => {
    const plain: ExamDetail = readJson(await compile(), EXAM, 'exam.json');
    expect(Object.keys(plain)).toEqual(['id', 'name', 'questionIds', 'domains', 'questionDomains']);
    const sitting =
      'sitting:\n  questions: 65\n  minutes: 90\n  pass:\n    score: 700 of 1000\n    share: 70\n  source: https://docs.aws.amazon.com/clf\n';
    const folder = await compile({
      'aws/clf/exam.yaml': `${examYaml}${sitting}`,
      'aws/clf/questions/q1.md': inForm(1, soundQuestion),
      'aws/clf/questions/q3.md': inForm(2, changed('A museum opens', 'A bakery opens')),
    });
    const exam: ExamDetail = readJson(folder, EXAM, 'exam.json');
    expect(exam.sitting).toEqual({
      questions: 65,
      minutes: 90,
      pass: { score: '700 of 1000', share: 70 },
    });
    expect(exam.forms).toEqual([['q1'], ['q3']]);
  });

  it('is not made of a broken bank', async () => {
    const folder = await createFolder({});
    const broken = await writeBank({ 'aws/clf/questions/q1.md': 'What?' });
    expect(await compileBank(broken, folder)).toMatchObject({ ok: false });
    expect(listFiles(folder)).toEqual([]);
  });
});
