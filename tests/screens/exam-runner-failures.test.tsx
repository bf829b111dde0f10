import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { takeLogged } from '#support/console-watch.ts';
import { answerWith, connect, placeholders, renderApp } from '#support/render-app.tsx';
import { findButton, numberButton } from '#support/runner-view.ts';

const LONG = '/exams/aws/A%20Long%20Exam';
const gone = () => Promise.reject(new TypeError('Failed to fetch'));

const FIRST = 'What is question 01?';

it('a question that the server has not stays in loading until Retry brings it', async () => {
  const missing = () => new Response('{}', { status: 404 });
  const { user } = renderApp(LONG, { instead: answerWith('/api/question', missing) });
  const retry = await findButton('Retry');
  expect(placeholders()).toHaveLength(4);
  expect(screen.getByText('Question 1 of 45')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Check Answer' })).toHaveProperty('disabled', true);
  expect(takeLogged()).toEqual(['Question not found']);
  connect({});
  await user.click(retry);
  await screen.findByText(FIRST);
  expect(placeholders()).toHaveLength(0);
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('the focus is on Retry where a question fails, and on the question once it has come', async () => {
  const missing = () => new Response('{}', { status: 404 });
  const { user } = renderApp(LONG);
  await screen.findByText(FIRST);
  await user.click(numberButton(9));
  connect({ instead: answerWith('/api/question', missing) });
  await user.click(numberButton(18));
  const retry = await findButton('Retry');
  expect(document.activeElement).toBe(retry);
  connect({});
  await user.click(retry);
  const text = await screen.findByText('What is question 18?');
  await waitFor(() => expect(document.activeElement?.contains(text)).toBe(true));
  expect(takeLogged()).toContain('Question not found');
});

it('a question loads by itself once the network returns; offline, the screen says what helps', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderApp(LONG, { instead: answerWith('/api/question', gone) });
  await screen.findByText(/You are offline and this question is not saved on this device\./);
  connect({});
  onLine.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  await screen.findByText(FIRST);
  expect(takeLogged()).toEqual(['Error fetching question']);
});
