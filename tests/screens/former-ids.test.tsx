import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { takeLogged } from '#support/console-watch.ts';
import { stored } from '#support/memory-store.ts';
import {
  answerAll,
  LIST,
  openApp,
  openShort,
  SHORT,
  seeQuestion,
  shortExam,
} from '#support/short-exam.tsx';
import { renamedBankOf } from '#support/test-bank.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

const bank = renamedBankOf(shortExam);
const formerKeys = () => [...stored.keys()].filter((key) => key.includes('/aws/'));

describe('a provider that has another id today', () => {
  it('is led to from the address of its exams, which leaves no way back to it', async () => {
    openApp('/', { bank });
    await screen.findByRole('link', { name: /Amazon Web Services/ });
    const before = history.length;
    openApp(LIST, { bank });
    expect(await screen.findByRole('heading', { level: 1, name: 'AWS' })).toBeTruthy();
    expect(location.pathname).toBe('/exams/AWS');
    expect(await screen.findByRole('heading', { name: shortExam.name })).toBeTruthy();
    expect(history.length).toBe(before + 1);
    expect(takeLogged()).toEqual(['No exams found for the provider']);
  });

  it('is led to from the address of an exam, with its query', async () => {
    openApp(`${SHORT}?questions=2#there`, { bank });
    await waitFor(() => expect(location.pathname).toBe('/exams/AWS/A%20Short%20Exam'));
    expect(location.search + location.hash).toBe('?questions=2#there');
    expect(await screen.findByText('Question 1 of 2')).toBeTruthy();
    expect(takeLogged()).toEqual(['No questions found for the exam']);
  });

  it('has what was stored under the former one: the card at home goes on with it', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    await waitFor(() => expect(localStorage.getItem('returning')).toBe('yes'));
    const home = openApp('/', { bank });
    await waitFor(() => expect(formerKeys()).toEqual([]));
    const card = async () => within(await screen.findByRole('region', { name: 'Go on' }));
    const goOn = async () =>
      (await card()).getByRole('link', { name: 'Continue · question 2 of 4' });
    await waitFor(async () =>
      expect((await goOn()).getAttribute('href')).toBe('/exams/AWS/A%20Short%20Exam?continue=all'),
    );
    await home.user.click(await goOn());
    await seeQuestion(2);
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
  });

  it('goes on with a run from its former address', async () => {
    const { user } = await openShort();
    await answerAll(user, 'rw');
    openApp(`${SHORT}?continue=all`, { bank });
    await seeQuestion(2);
    expect(screen.getByText('Score: 1/2')).toBeTruthy();
    expect(location.pathname).toBe('/exams/AWS/A%20Short%20Exam');
    expect(formerKeys()).toEqual([]);
    expect(takeLogged()).toEqual(['No questions found for the exam']);
  });

  it('is not looked for where there is none', async () => {
    openApp('/exams/nobody', { bank });
    expect(await screen.findByText('No exams available for this provider yet.')).toBeTruthy();
    expect(location.pathname).toBe('/exams/nobody');
    expect(takeLogged()).toEqual(['No exams found for the provider']);
  });
});
