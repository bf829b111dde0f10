import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { OWN_PROVIDER, ownKey } from '#contract/own.ts';
import { examAddress, routes } from '#contract/routes.ts';
import { listOwnExams } from '#offline/library/exam-library.ts';
import { saveOwnExam } from '#offline/library/own-exams.ts';
import { createMemoryCaches } from '#support/memory-caches.ts';
import { allowStorage, refuseStorage } from '#support/memory-store.ts';
import { openApp } from '#support/short-exam.tsx';
import { plainQuestion } from '#support/test-questions.ts';

const NAME = 'Planets';
const questionOf = (stem: string) => ({
  id: stem,
  images: [],
  answer: { question: { ...plainQuestion(stem), question: stem }, images: [] },
});
const keepExam = (name: string) =>
  saveOwnExam({
    name,
    savedAt: 1000,
    questions: ['Which?', 'Where?', 'When?'].map(questionOf),
  });

beforeEach(async () => {
  vi.stubGlobal('caches', createMemoryCaches());
  await keepExam(NAME);
});

const LIST = routes.examList.address(OWN_PROVIDER);

const openManagement = async () => {
  const { user } = openApp(LIST, { isWide: false });
  const link = await screen.findByRole('link', { name: NAME });
  // An exam whose Start had the focus is opened ahead.
  for (const start of screen.getAllByRole('link', { name: 'Start' })) act(() => start.focus());
  await user.click(link);
  const page = within(await screen.findByRole('dialog', { name: NAME }));
  await user.click(await page.findByRole('button', { name: 'Rename, export or remove' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Rename, export or remove' }));
  const rename = async (name: string) => {
    const field = await sheet.findByRole('textbox', { name: 'Name' });
    await user.clear(field);
    await user.type(field, name);
    await user.click(sheet.getByRole('button', { name: 'Rename' }));
  };
  const remove = async () => {
    await user.click(await sheet.findByRole('button', { name: 'Remove' }));
    const asked = within(sheet.getByRole('region', { name: 'Remove these questions?' }));
    await user.click(asked.getByRole('button', { name: 'Remove' }));
  };
  return { user, page, sheet, rename, remove };
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

it('its page stays open under its new name, and the way back leads to the list', async () => {
  const { user, rename } = await openManagement();
  await rename('Stars');
  const page = within(await screen.findByRole('dialog', { name: 'Stars' }));
  await waitFor(async () => expect(await listOwnExams()).toEqual(['Stars']));
  expect(location.pathname + location.search).toBe(examAddress(ownKey('Stars')));
  expect(document.activeElement).toBe(page.getByRole('heading', { level: 1, name: 'Stars' }));
  await user.click(page.getByRole('link', { name: 'Back to Exams' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname + location.search).toBe(LIST);
});

it('a mock exam that was just set is what the page offers and starts', async () => {
  const { user, page, sheet } = await openManagement();
  const count = await sheet.findByRole('spinbutton', { name: 'Questions in a mock exam' });
  await user.clear(count);
  await user.type(count, '2');
  await user.click(sheet.getByRole('button', { name: 'Save mock exam' }));
  await page.findByText('2 questions in 5 minutes');
  await user.click(page.getByRole('button', { name: 'Start mock exam' }));
  await screen.findByText('Question 1 of 2');
});

it('removing one leads to the others', async () => {
  await keepExam('Moons');
  const { remove } = await openManagement();
  await remove();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname + location.search).toBe(LIST);
  screen.getByRole('link', { name: 'Moons' });
});

it('removing the last one leads home', async () => {
  const { remove } = await openManagement();
  await remove();
  await screen.findByRole('button', { name: 'Add your own questions' });
  expect(location.pathname).toBe(routes.providerList.address());
});
