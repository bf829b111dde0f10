import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { takeLogged } from '#support/console-watch.ts';
import { answerWith, connect, placeholders, renderApp } from '#support/render-app.tsx';
import { findButton, numberButton, option } from '#support/runner-view.ts';

const LONG = '/exams/aws/A%20Long%20Exam';
const status = (code: number) => () => new Response('{}', { status: code });
const html = () => new Response('<p>', { headers: { 'content-type': 'text/html' } });
const gone = () => Promise.reject(new TypeError('Failed to fetch'));
const shape = () => Response.json({ anything: [] });

describe('an exam that cannot be loaded', () => {
  it.each([
    ['a status', status(500), 'Unexpected response status'],
    ['a 404', status(404), 'No questions found for the exam'],
    ['no network', gone, 'Error fetching questions'],
    ['HTML', html, 'Error fetching questions'],
    ['another shape', shape, 'Error fetching questions'],
    [
      'the answer for another exam',
      () => Response.json({ id: 'x', name: 'Y', questionIds: ['q'] }),
      'Error fetching questions',
    ],
  ])(
    'stays in loading after %s, logs the line and offers to try again',
    async (_, answer, line) => {
      renderApp(LONG, { instead: answerWith('/api/questions', answer) });
      await findButton('Retry');
      expect(placeholders()).toHaveLength(4);
      expect(screen.queryByRole('alert')).toBeNull();
      expect(takeLogged()).toEqual([line]);
    },
  );

  it('loads once it is tried again and the network is back', async () => {
    const { user } = renderApp(LONG, { instead: answerWith('/api/questions', gone) });
    const retry = await findButton('Retry');
    connect({});
    await user.click(retry);
    await screen.findByText('What is question 01?');
    expect(placeholders()).toHaveLength(0);
    expect(takeLogged()).toEqual(['Error fetching questions']);
  });

  it('stays in loading when nobody knows the exam', async () => {
    renderApp('/exams/aws/No%20Such%20Exam');
    await findButton('Retry');
    expect(screen.getByRole('heading', { level: 1, name: 'No Such Exam' })).toBeTruthy();
    expect(takeLogged()).toEqual(['No questions found for the exam']);
  });

  it('stays in loading when it has no questions', async () => {
    const empty = () => Response.json({ id: 'x', name: 'A Long Exam', questionIds: [] });
    renderApp(LONG, { instead: answerWith('/api/questions', empty) });
    await findButton('Retry');
    expect(placeholders()).toHaveLength(4);
  });
});

describe('a question that cannot be loaded', () => {
  it.each([
    ['a status', status(503), 'Unexpected response status'],
    ['a 404', status(404), 'Question not found'],
    ['no network', gone, 'Error fetching question'],
    ['HTML', html, 'Error fetching question'],
    ['another shape', shape, 'Error fetching question'],
  ])(
    'stays in loading after %s, logs the line and offers to try again',
    async (_, answer, line) => {
      renderApp(LONG, { instead: answerWith('/api/question', answer) });
      await findButton('Retry');
      expect(placeholders()).toHaveLength(4);
      expect(screen.getByText('Question 1 of 45')).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Check Answer' })).toHaveProperty('disabled', true);
      expect(takeLogged()).toEqual([line]);
    },
  );

  it('is shown once it is tried again and the network is back', async () => {
    const { user } = renderApp(LONG, { instead: answerWith('/api/question', gone) });
    const retry = await findButton('Retry');
    connect({});
    await user.click(retry);
    await screen.findByText('What is question 01?');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(takeLogged()).toEqual(['Error fetching question']);
  });

  it('is tried again by itself when the network returns', async () => {
    renderApp(LONG, { instead: answerWith('/api/question', gone) });
    await findButton('Retry');
    connect({});
    act(() => void dispatchEvent(new Event('online')));
    await screen.findByText('What is question 01?');
    expect(takeLogged()).toEqual(['Error fetching question']);
  });

  it('says what helps when the device is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    renderApp(LONG, { instead: answerWith('/api/question', gone) });
    await screen.findByText(/You are offline and this question is not saved on this device/);
    takeLogged();
  });

  it('leaves the way to the others open', async () => {
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
});
