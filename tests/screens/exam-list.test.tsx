import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ExamListFrame } from '#screens/exam-list/exam-list-frame.tsx';
import { takeLogged } from '#support/console-watch.ts';
import { answerWith, connect, holdAnswers, placeholders, renderApp } from '#support/render-app.tsx';
import { awkwardNames, bankOf } from '#support/test-bank.ts';
import { plainQuestion } from '#support/test-questions.ts';

const emptyLine = 'No exams available for this provider yet.';
const names = () => screen.queryAllByRole('heading', { level: 2 }).map((name) => name.textContent);
const searchBox = () => screen.getByPlaceholderText('Search exams...');
const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name });
  return within(heading.closest('li') as HTMLElement);
};
it('a list without a provider’s id is called Unknown Provider', () => {
  render(
    <ExamListFrame providerId="" search={undefined}>
      {null}
    </ExamListFrame>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Unknown Provider' })).toBeTruthy();
  expect(screen.getByRole('main', { name: 'Unknown Provider' })).toBeTruthy();
});

describe('the exam list', () => {
  it.each([
    ['aws', '/exams/aws'],
    ['a/b', '/exams/a%2Fb'],
  ])('is named after its provider %s and leads back to all of them', async (name, address) => {
    const { user } = renderApp(address);
    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
    await expect.poll(() => document.title).toBe(`${name} · CertDeck`);
    await user.click(screen.getByRole('link', { name: 'Back to Providers' }));
    expect(location.pathname).toBe('/');
    expect(await screen.findByRole('heading', { name: 'CertDeck' })).toBeTruthy();
  });

  it('shows 6 placeholders while loading, then each exam with its count, in order', async () => {
    const held = holdAnswers('/api/exams');
    renderApp('/exams/aws', held);
    expect(await screen.findByRole('status', { name: 'Loading exams' })).toBeTruthy();
    expect(placeholders()).toHaveLength(6);
    expect(screen.queryByText(emptyLine)).toBeNull();
    await held.release();
    expect((await card('Every Kind')).getByText('10 questions')).toBeTruthy();
    expect((await card('A Long Exam')).getByText('45 questions')).toBeTruthy();
    expect(names()).toEqual(['Every Kind', 'A Long Exam', ...awkwardNames]);
    expect(placeholders()).toHaveLength(0);
  });

  it.each([
    ['an unknown provider', '/exams/nobody', undefined, ['No exams found for the provider']],
    ['a provider without exams', '/exams/empty', undefined, ['No exams found for the provider']],
    ['an empty list', '/exams/aws', () => Response.json({ exams: [] }), []],
  ])('says that there are none for %s, and logs why', async (_, address, answer, lines) => {
    renderApp(address, answer && { instead: answerWith('/api/exams', answer) });
    expect(await screen.findByText(emptyLine)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
    expect(placeholders()).toHaveLength(0);
    const isFinal = answer === undefined || lines.length === 0;
    expect(screen.queryByRole('button', { name: 'Retry' }) === null).toBe(isFinal);
    expect(takeLogged()).toEqual(lines);
  });
});

describe('a list of exams that could not be loaded', () => {
  const fail = () => new Response('', { status: 503 });
  const reason = /^This list could not be loaded: the server answered with an error\.$/;
  const failing = async () => {
    const app = renderApp('/exams/aws', { instead: answerWith('/api/exams', fail) });
    await screen.findByText(reason);
    expect(screen.getByText(emptyLine)).toBeTruthy();
    expect(takeLogged()).toEqual(['Unexpected response status']);
    return app;
  };

  it('comes with Retry; until then the reason is shown', async () => {
    const { user } = await failing();
    connect({});
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await card('Every Kind')).toBeDefined();
    expect(screen.queryByText(emptyLine)).toBeNull();
    expect(screen.queryByText(reason)).toBeNull();
  });

  it('is requested again from time to time, and the failure logged once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await failing();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(takeLogged()).toEqual([]);
    connect({});
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(await card('Every Kind')).toBeDefined();
  });
});

it('begins with twelve exams, and is whole on paper', async () => {
  const questions = { one: plainQuestion('Which one?') };
  const names = Array.from({ length: 20 }, (_, place) => `Exam ${place + 1}`);
  const bank = bankOf(...names.map((name) => ({ id: name.replace(' ', '-'), name, questions })));
  renderApp('/exams/aws', { bank });
  await screen.findByRole('heading', { name: 'Exam 12' });
  expect(screen.queryByRole('heading', { name: 'Exam 13' })).toBeNull();
  dispatchEvent(new Event('beforeprint'));
  expect(screen.getByRole('heading', { name: 'Exam 20' })).toBeTruthy();
});

describe('the search', () => {
  const begin = async () => {
    renderApp('/exams/aws');
    await screen.findByRole('heading', { name: 'Every Kind' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  };
  const type = (value: string) => {
    fireEvent.change(searchBox(), { target: { value } });
    expect(searchBox(), 'shown at once').toHaveProperty('value', value);
  };
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

  it('narrows the list 300 ms after the last letter', async () => {
    await begin();
    type('lo');
    pass(200);
    type('LONG');
    pass(299);
    expect(names()).toHaveLength(8);
    pass(1);
    expect(names()).toEqual(['A Long Exam']);
  });

  it('finds text anywhere in a name, and all again once it is empty', async () => {
    await begin();
    type('%');
    pass(300);
    expect(names()).toEqual(['100%', '50%2F']);
    type('no such exam');
    pass(300);
    expect(screen.getByText(emptyLine)).toBeTruthy();
    type('');
    pass(300);
    expect(names()).toHaveLength(8);
    expect(screen.queryByText(emptyLine)).toBeNull();
  });

  it('is cleared by a button where it finds nothing, and takes the focus', async () => {
    const { user } = renderApp('/exams/aws');
    await screen.findByRole('heading', { name: 'Every Kind' });
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
    await user.type(searchBox(), 'no such exam');
    await user.click(await screen.findByRole('button', { name: 'Clear search' }));
    expect(searchBox()).toHaveProperty('value', '');
    expect(document.activeElement).toBe(searchBox());
    expect(names()).toHaveLength(8);
    expect(screen.queryByText(emptyLine)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  });

  it('begins empty at another provider', async () => {
    const { user } = renderApp('/exams/aws');
    await screen.findByRole('heading', { name: 'Every Kind' });
    await user.type(searchBox(), 'long');
    await user.click(screen.getByRole('link', { name: 'Back to Providers' }));
    await user.click(await screen.findByRole('link', { name: /A or B/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'a/b' })).toBeTruthy();
    expect(searchBox()).toHaveProperty('value', '');
  });
});

it('a server that stays silent is said to be slow after four seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  for (const [address, path] of [
    ['/exams/aws', '/api/exams'],
    ['/', '/api/providers'],
  ] as const) {
    const held = holdAnswers(path);
    const { unmount } = renderApp(address, held);
    await vi.waitFor(() => expect(held.count()).toBe(1));
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(screen.queryByText(/^Waiting for the server/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getByText('Waiting for the server to send this list…')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Ask again' })).toBeTruthy();
    unmount();
  }
});
