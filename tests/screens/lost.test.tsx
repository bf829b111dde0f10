import { act, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { takeLogged } from '#support/console-watch.ts';
import { answerWith, connect, placeholders, renderApp } from '#support/render-app.tsx';
import { findButton } from '#support/runner-view.ts';

const LONG = '/exams/aws/A%20Long%20Exam';
const isStill = () => [...placeholders()].every((box) => box.getAttribute('data-still') === 'true');

it('an unknown exam keeps its placeholders, still, under its name, and leads to its list', async () => {
  const { user } = renderApp('/exams/aws/No%20Such%20Exam');
  const says = await screen.findByRole('alert');
  expect(says.textContent).toBe('We can’t find this exam. It may have been renamed or taken down.');
  expect(placeholders()).toHaveLength(4);
  expect(isStill()).toBe(true);
  for (const gone of ['progressbar', 'button']) {
    expect(within(screen.getByRole('main')).queryByRole(gone), gone).toBeNull();
  }
  expect(screen.queryByText('Loading…')).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'No Such Exam' })).toBeTruthy();
  expect(takeLogged()).toEqual(['No questions found for the exam']);
  await user.click(screen.getByRole('link', { name: 'See all Amazon Web Services exams' }));
  await screen.findByRole('heading', { level: 1, name: 'aws' });
});

it('an exam of an unknown provider leads to the providers', async () => {
  renderApp('/exams/nobody/No%20Such%20Exam');
  const link = await screen.findByRole('link', { name: 'See all providers' });
  expect(link.getAttribute('href')).toBe('/');
  takeLogged();
});

it('an exam without questions says so', async () => {
  const empty = () => Response.json({ id: 'x', name: 'A Long Exam', questionIds: [] });
  renderApp(LONG, { instead: answerWith('/api/questions', empty) });
  await screen.findByText('This exam has no questions yet.');
  expect(placeholders()).toHaveLength(4);
  const link = screen.getByRole('link', { name: 'See all aws exams' });
  expect(link.getAttribute('href')).toBe('/exams/aws');
});

it('an exam that could not be loaded says why and what helps, and opens by itself', async () => {
  const refused = () => new Response('', { status: 503 });
  const { user } = renderApp(LONG, { instead: answerWith('/api/questions', refused) });
  await screen.findByText(/the server answered with an error\./);
  expect(screen.getByText('It opens by itself as soon as the server answers.')).toBeTruthy();
  expect(isStill()).toBe(true);
  expect(takeLogged()).toEqual(['Unexpected response status']);
  connect({});
  await user.click(await findButton('Retry'));
  await screen.findByText('What is question 01?');
});

it('an exam that is not on this device says so offline, and opens once the network returns', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const gone = () => Promise.reject(new TypeError('Failed to fetch'));
  renderApp(LONG, { instead: answerWith('/api/questions', gone) });
  await screen.findByText(/^You are offline and this exam is not saved on this device/);
  expect(screen.getByText('It opens by itself as soon as you are back online.')).toBeTruthy();
  takeLogged();
  connect({});
  onLine.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  await screen.findByText('What is question 01?');
});

it.each([
  ['/exams/AWS', '/exams/aws'],
  ['/exams/AWS?exam=100%25', '/exams/aws?exam=100%25'],
  ['/exams/AWS/a%20long%20exam', LONG],
  ['/exams/aws/a%20long%20exam?order=shuffled', `${LONG}?order=shuffled`],
  ['/exams/A%2FB', '/exams/a%2Fb'],
])('%s leads to %s, though its capitals are others', async (wrong, right) => {
  renderApp(wrong);
  await vi.waitFor(() => expect(location.pathname + location.search).toBe(right));
  takeLogged();
});

it('an unknown provider gets the specified sentence, and those that there are', async () => {
  const { user } = renderApp('/exams/Nope');
  await screen.findByText('No exams available for this provider yet.');
  expect(screen.getByText(/^There is none called “Nope” here\./)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Nope' })).toBeTruthy();
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(takeLogged()).toEqual(['No exams found for the provider']);
  await user.click(screen.getByRole('link', { name: /^Amazon Web Services/ }));
  await screen.findByRole('heading', { level: 1, name: 'aws' });
  expect(screen.getByRole('searchbox')).toBeTruthy();
});

it('a provider that has no exams yet is not called unknown', async () => {
  const none = () => new Response('{}', { status: 404 });
  renderApp('/exams/aws', { instead: answerWith('/api/exams', none) });
  await screen.findByText('No exams available for this provider yet.');
  expect(screen.queryByText(/^There is none called/)).toBeNull();
  takeLogged();
});
