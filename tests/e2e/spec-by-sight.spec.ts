import { type APIRequestContext, test as base } from '@playwright/test';
import { examsAddress, questionAddress, questionsAddress } from '#contract/addresses.ts';
import type { ExamDetail, ExamsAnswer, QuestionAnswer } from '#contract/wire.ts';
import { startBuiltServer } from '#support/built-server.ts';
import { expect, test } from '#support/fixtures.ts';
import { answer, goOn, picturesSettled, rows } from '#support/runner-page.ts';

type Built = Awaited<ReturnType<typeof startBuiltServer>>;

const product = test.extend<{ built: Built }>({
  built: async ({ browserName: _ }, use) => {
    const built = await startBuiltServer();
    await use(built);
    expect(await built.stop(), 'exit code of the server').toBe(0);
  },
  baseURL: async ({ built }, use) => use(built.address),
});

const getJson = async <T>(request: APIRequestContext, path: string): Promise<T> => {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  return response.json();
};

base.describe('the product as it is built, with its own questions', () => {
  product('is practiced from the home screen to the final score', async ({ page, request }) => {
    base.setTimeout(240_000);
    await page.goto('/');
    await expect(page).toHaveTitle(/CertDeck/);
    await expect(page.getByRole('heading', { level: 1, name: 'CertDeck' })).toBeVisible();
    for (const name of ['AWS', 'Microsoft', 'Google']) {
      await expect(page.getByRole('link', { name: new RegExp(name, 'i') }).first()).toBeVisible();
    }

    await page.getByRole('link', { name: /Microsoft|Azure/ }).click();
    await expect(page).toHaveURL(/\/exams\/Azure$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Azure' })).toBeVisible();

    const { exams } = await getJson<ExamsAnswer>(request, examsAddress('', 'Azure'));
    const [exam] = exams.sort((a, b) => a.questionCount - b.questionCount);
    if (!exam) throw new Error('The bank has no exam for Azure');
    await page.getByPlaceholder('Search exams...').fill(exam.name.toUpperCase());
    await expect(page.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('link', { name: 'Start' }).click();

    const detail = await getJson<ExamDetail>(request, questionsAddress('', 'Azure', exam.name));
    const total = detail.questionIds.length;
    expect(total).toBe(exam.questionCount);
    let correct = 0;
    for (const [index, id] of detail.questionIds.entries()) {
      await expect(page.getByText(`Question ${index + 1} of ${total}`)).toBeVisible();
      const address = questionAddress('', 'Azure', exam.name, id);
      const { question } = await getJson<QuestionAnswer>(request, address);
      await expect(rows(page)).toHaveCount(question.options.length);
      const right = question.options.flatMap((text, place) =>
        question.answers.includes(text) ? [place] : [],
      );
      const isMeantWrong = index % 5 === 4;
      const wrong = question.options.findIndex((text) => !question.answers.includes(text));
      await answer(page, ...(isMeantWrong ? [wrong] : right));
      if (!isMeantWrong) correct += 1;
      await expect(page.getByText(`Score: ${correct}/${index + 1}`, { exact: true })).toBeVisible();
      if (index < total - 1) await goOn(page, index + 2, total);
    }

    const percent = Math.round((100 * correct) / total);
    await expect(page.getByText('Exam Complete!')).toBeVisible();
    await expect(page.getByText(`Final Score: ${correct}/${total} (${percent}%)`)).toBeVisible();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });

  product('shows its own pictures', async ({ page, request }) => {
    const { exams } = await getJson<ExamsAnswer>(request, examsAddress('', 'AWS'));
    for (const { name } of exams) {
      const { questionIds } = await getJson<ExamDetail>(request, questionsAddress('', 'AWS', name));
      for (const [index, id] of questionIds.entries()) {
        const found = await getJson<QuestionAnswer>(request, questionAddress('', 'AWS', name, id));
        if (found.images.length === 0) continue;
        await page.goto(`/exams/AWS/${encodeURIComponent(name)}`);
        for (let turned = 0; turned < Math.floor(index / 20); turned += 1) {
          await page.getByRole('button', { name: 'Next page' }).click();
        }
        await page.getByRole('button', { name: new RegExp(`^Question ${index + 1}, `) }).click();
        await expect(page.getByRole('article').getByRole('img').first()).toBeVisible();
        await picturesSettled(page);
        const widths = await page.evaluate(() =>
          [...document.images].map(({ naturalWidth }) => naturalWidth),
        );
        expect(widths.length).toBeGreaterThan(0);
        expect(Math.min(...widths)).toBeGreaterThan(0);
        return;
      }
    }
    throw new Error('No question for AWS has a picture');
  });
});
