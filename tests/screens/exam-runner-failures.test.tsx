import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { takeLogged } from '#support/console-watch.ts';
import { answerWith, connect, placeholders, renderApp } from '#support/render-app.tsx';
import { findButton, numberButton, option } from '#support/runner-view.ts';

const LONG = '/exams/aws/A%20Long%20Exam';
const status = (code: number) => () => new Response('{}', { status: code });
const html = () => new Response('<p>', { headers: { 'content-type': 'text/html' } });
const gone = () => Promise.reject(new TypeError('Failed to fetch'));
const shape = () => Response.json({ anything: [] });

const FIRST = 'What is question 01?';

it.each([
  ['an exam: a status', '/api/questions', status(500), 'Unexpected response status'],
  ['an exam: 404', '/api/questions', status(404), 'No questions found for the exam'],
  ['an exam: no network', '/api/questions', gone, 'Error fetching questions'],
  ['an exam: another shape', '/api/questions', shape, 'Error fetching questions'],
  ['a question: a status', '/api/question', status(503), 'Unexpected response status'],
  ['a question: 404', '/api/question', status(404), 'Question not found'],
  ['a question: no network', '/api/question', gone, 'Error fetching question'],
  ['a question: HTML', '/api/question', html, 'Error fetching question'],
])(
  '%s: the runner stays in loading, logs it, and loads on Retry',
  async (_, path, answer, line) => {
    const { user } = renderApp(LONG, { instead: answerWith(path, answer) });
    const retry = await findButton('Retry');
    expect(placeholders()).toHaveLength(4);
    expect(screen.queryByRole('alert')).toBeNull();
    if (path === '/api/question') {
      expect(screen.getByText('Question 1 of 45')).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Check Answer' })).toHaveProperty('disabled', true);
    }
    expect(takeLogged()).toEqual([line]);
    connect({});
    await user.click(retry);
    await screen.findByText(FIRST);
    expect(placeholders()).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  },
);

it('an unknown exam stays in loading under its name', async () => {
  renderApp('/exams/aws/No%20Such%20Exam');
  await findButton('Retry');
  expect(screen.getByRole('heading', { level: 1, name: 'No Such Exam' })).toBeTruthy();
  expect(takeLogged()).toEqual(['No questions found for the exam']);
});

it('an exam without questions stays in loading', async () => {
  const empty = () => Response.json({ id: 'x', name: 'A Long Exam', questionIds: [] });
  renderApp(LONG, { instead: answerWith('/api/questions', empty) });
  await findButton('Retry');
  expect(placeholders()).toHaveLength(4);
});

it('a question loads by itself once the network returns; offline, the screen says what helps', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderApp(LONG, { instead: answerWith('/api/question', gone) });
  await screen.findByText(/You are offline and this question is not saved on this device/);
  connect({});
  onLine.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  await screen.findByText(FIRST);
  expect(takeLogged()).toEqual(['Error fetching question']);
});

it('other questions can be answered while one cannot be loaded', async () => {
  const isFirst = ({ pathname, search }: URL) =>
    pathname === '/api/question' && search.endsWith('question-01');
  const { user } = renderApp(LONG, { instead: (url) => (isFirst(url) ? gone() : undefined) });
  await findButton('Retry');
  await user.click(numberButton(2));
  await screen.findByText('What is question 02?');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  await user.click(option(0));
  await user.click(await findButton('Check Answer'));
  expect(screen.getByText('Score: 1/1')).toBeTruthy();
  expect(takeLogged()).toEqual(['Error fetching question']);
});
