import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ownKey } from '#contract/own.ts';
import { examAddress } from '#contract/routes.ts';
import { listOwnExams } from '#offline/library/exam-library.ts';
import { saveOwnExam } from '#offline/library/own-exams.ts';
import { createMemoryCaches } from '#support/memory-caches.ts';
import { allowStorage, refuseStorage } from '#support/memory-store.ts';
import { openApp } from '#support/short-exam.tsx';
import { plainQuestion } from '#support/test-questions.ts';

const NAME = 'Planets';
const keepExam = (name: string) =>
  saveOwnExam({
    name,
    savedAt: 1000,
    questions: [
      {
        id: 'q',
        images: [],
        answer: { question: { ...plainQuestion('Which?'), question: 'Which?' }, images: [] },
      },
    ],
  });

beforeEach(async () => {
  vi.stubGlobal('caches', createMemoryCaches());
  await keepExam(NAME);
});

const openManagement = async () => {
  const { user } = openApp(examAddress(ownKey(NAME)), { isWide: false });
  const page = within(await screen.findByRole('dialog', { name: NAME }));
  await user.click(await page.findByRole('button', { name: 'Rename, export or remove' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Rename, export or remove' }));
  const rename = async (name: string) => {
    const field = await sheet.findByRole('textbox', { name: 'Name' });
    await user.clear(field);
    await user.type(field, name);
    await user.click(sheet.getByRole('button', { name: 'Rename' }));
  };
  return { user, sheet, rename };
};

it('closing what is over its page leaves the page open', async () => {
  const { user, sheet } = await openManagement();
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Rename, export or remove' })).toBeNull(),
  );
  screen.getByRole('dialog', { name: NAME });
  expect(location.search).toBe(`?exam=${NAME}`);
});

it('an own exam is renamed, or stays as it was where that can’t be stored', async () => {
  await keepExam('Moons');
  const { sheet, rename } = await openManagement();
  await rename('Moons');
  await sheet.findByText('You already have “Moons”.');
  refuseStorage();
  await rename('Stars');
  await sheet.findByText('This browser could not do that. Nothing was changed.');
  expect((await listOwnExams()).sort()).toEqual(['Moons', NAME]);
  allowStorage();
  await rename('Stars');
  await waitFor(async () => expect((await listOwnExams()).sort()).toEqual(['Moons', 'Stars']));
});
