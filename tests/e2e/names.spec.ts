import { expect, test } from '#support/fixtures.ts';
import { address, answer, goOn, picturesSettled } from '#support/runner-page.ts';
import { awkwardNames } from '#support/test-bank.ts';

for (const name of awkwardNames) {
  test(`the exam ${name} survives card, address bar, reload, API and picture`, async ({
    page,
    server,
  }) => {
    await page.goto('/exams/aws');
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, exact: true }) });
    await card.getByRole('link', { name: 'Start' }).click();
    await expect(page.getByText(`About ${name}?`)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(address('aws', name));

    await page.reload();
    await expect(page.getByText(`About ${name}?`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

    await answer(page, 0);
    await goOn(page, 2, 2);
    await expect(page.getByRole('img', { name: 'A gradient' })).toBeVisible();
    await picturesSettled(page);
    const widths = await page.evaluate(() => [...document.images].map((img) => img.naturalWidth));
    expect(widths).toEqual([16, 160]);
    const asked = server.requests('/images/*').map(({ url }) => url);
    expect(asked).toContain(`/images/aws/${encodeURIComponent(name)}/pictured/img-1.png`);
    // This server offers no exam in one answer.
    const calls = server.requests(/^\/api\//).filter(({ url }) => !url.startsWith('/api/exam?'));
    expect(calls.map(({ status }) => status)).not.toContain(404);

    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'aws' })).toBeVisible();
    await page.goForward();
    await expect(page.getByText(`About ${name}?`)).toBeVisible();
  });
}

test('names with slashes survive at every place', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: /A or B/ }).click();
  await expect(page).toHaveURL(/\/exams\/a%2Fb$/);
  await page.getByRole('link', { name: 'Start' }).click();
  await expect(page).toHaveURL(/\/exams\/a%2Fb\/a%2Fb$/);
  await page.reload();
  await expect(page.getByRole('img', { name: 'A gradient' })).toBeVisible();
  await picturesSettled(page);
  expect(await page.evaluate(() => document.images[0]?.naturalWidth)).toBe(16);
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(page).toHaveURL(/\/exams\/a%2Fb$/);
});

test('an address with a stray percent sign leads nowhere', async ({ page }) => {
  await page.goto('/exams/aws');
  await page.evaluate(() => {
    history.pushState(null, '', '/exams/aws/100%');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
});
