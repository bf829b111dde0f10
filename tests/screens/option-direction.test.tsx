import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '#support/render-app.tsx';
import { options } from '#support/runner-view.ts';
import { bankOf } from '#support/test-bank.ts';
import { plainQuestion } from '#support/test-questions.ts';

it.each([
  ['أي خدمة تناسب؟', ['rtl', 'auto', 'rtl']],
  ['Which service fits?', ['auto', 'auto', 'auto']],
])('options stand in the direction of “%s” where they hold words of it', async (stem, expected) => {
  const texts = ['Amazon S3 للملفات', 'Amazon S3', 'خدمة'];
  const question = plainQuestion(stem, {
    options: texts,
    answers: ['خدمة'],
    optionNotes: undefined,
  });
  renderApp('/exams/aws/Arabic', {
    bank: bankOf({ id: 'arabic', name: 'Arabic', questions: { one: question } }),
  });
  await screen.findByText(stem);
  const directions = options().map((option) =>
    option.closest('label')?.querySelector('span[dir]')?.getAttribute('dir'),
  );
  expect(directions).toEqual(expected);
});
