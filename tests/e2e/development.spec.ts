import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { address } from '#support/runner-page.ts';
import { startDevelopmentServer } from '#support/server-process.ts';
import { bankFiles } from '#support/small-bank.ts';
import { writeFiles } from '#support/temporary-folder.ts';

const QUESTION = 'aws/small/questions/only-one.md';
const text = String(bankFiles[QUESTION]);

const test = base.extend<{ bank: string }>({
  bank: async ({ browserName: _ }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'certdeck-'));
    await writeFiles(folder, bankFiles);
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  baseURL: async ({ bank }, use) => {
    const server = await startDevelopmentServer(bank);
    await use(server.address);
    await server.stop();
  },
});

test('`npm run dev` shows an edited question in the open browser', async ({ page, bank }) => {
  await page.goto(address('aws', 'A Small Exam'));
  await expect(page.getByText('Which one is right?')).toBeVisible();

  await writeFiles(bank, { [QUESTION]: text.replace('Which one is right?', 'Which one is best?') });
  await expect(page.getByText('Which one is best?')).toBeVisible();

  await writeFiles(bank, { [QUESTION]: text.replace('- [x]', '- [ ]') });
  await expect(page.getByText(/only-one\.md:\d+: /)).toBeVisible();

  await writeFiles(bank, { [QUESTION]: text });
  await expect(page.getByText('Which one is right?')).toBeVisible();
});
