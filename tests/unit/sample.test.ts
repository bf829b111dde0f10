import { expect, it } from 'vitest';
import { parseQuestionText } from '#bank/parse/question-file.ts';
import { readText } from '#bank/parse/text-file.ts';
import { readExamFile } from '#bank/read/read-exam.ts';
import { sample } from '#screens/provider-list/sample.ts';

const folder = new URL('../../src/questions/AWS/clf-c02', import.meta.url).pathname;

const readQuestion = () => {
  const text = readText(`${folder}/questions/d4-forecast-alert.md`, 100_000);
  if (!text.ok) throw new Error(text.failure);
  return parseQuestionText(text.value);
};

it('the sample question is the bank’s, in any order of the options', () => {
  const { body, matter, diagnostics } = readQuestion();
  expect(diagnostics).toEqual([]);
  expect(matter?.value.shuffle, 'so that its order may differ').toBe(true);
  expect([sample.stem]).toEqual(body.stem);
  const options = sample.options.map(({ text, note }, place) => ({
    text,
    rationale: note,
    right: place === sample.answer,
  }));
  const ofBank = body.options.map(({ text, rationale, right }) => ({ text, rationale, right }));
  expect(options).toHaveLength(ofBank.length);
  expect(options).toEqual(expect.arrayContaining(ofBank));
});

it('the sample question names its exam', () => {
  const exam = readExamFile(folder, () => {});
  if (!exam) throw new Error('The exam of the sample is refused');
  expect(sample).toMatchObject({ providerId: 'AWS', examId: exam.value.name });
});
