import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { takeLogged } from '#support/console-watch.ts';
import { answerWith, connect, holdAnswers, placeholders, renderApp } from '#support/render-app.tsx';
import { awkwardNames } from '#support/test-bank.ts';

const emptyLine = 'No exams available for this provider yet.';
const names = () => screen.queryAllByRole('heading', { level: 2 }).map((name) => name.textContent);
const searchBox = () => screen.getByPlaceholderText('Search exams...');
const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name });
  return within(heading.closest('li') as HTMLElement);
};
const exams = (...list: unknown[]) =>
  answerWith('/api/exams', () => Response.json({ exams: list }));

describe('the exam list', () => {
  it('is called after its provider and leads back to all of them', async () => {
    const { user } = renderApp('/exams/aws');
    expect(await screen.findByRole('heading', { level: 1, name: 'aws' })).toBeTruthy();
    await expect.poll(() => document.title).toBe('aws · CertDeck');
    await user.click(screen.getByRole('link', { name: 'Back to Providers' }));
    expect(location.pathname).toBe('/');
    expect(await screen.findByRole('heading', { name: 'CertDeck' })).toBeTruthy();
  });

  it('is called after a provider whose id holds a slash', async () => {
    renderApp('/exams/a%2Fb');
    expect(await screen.findByRole('heading', { level: 1, name: 'a/b' })).toBeTruthy();
    expect(await card('a/b')).toBeDefined();
  });

  it('shows 6 placeholders while the exams are out, and none afterwards', async () => {
    const held = holdAnswers('/api/exams');
    renderApp('/exams/aws', held);
    expect(await screen.findByRole('status', { name: 'Loading exams' })).toBeTruthy();
    expect(placeholders()).toHaveLength(6);
    expect(screen.queryByText(emptyLine)).toBeNull();
    await held.release();
    await expect.poll(placeholders).toHaveLength(0);
    expect(names()).toHaveLength(8);
  });

  it('shows each exam with its count, in the order of the API', async () => {
    renderApp('/exams/aws');
    expect((await card('Every Kind')).getByText('10 questions')).toBeTruthy();
    expect((await card('A Long Exam')).getByText('45 questions')).toBeTruthy();
    expect(names()).toEqual(['Every Kind', 'A Long Exam', ...awkwardNames]);
  });

  it('counts in the singular for 1 or less', async () => {
    renderApp('/exams/aws', {
      instead: exams({ name: 'One', questionCount: 1 }, { name: 'None', questionCount: 0 }),
    });
    expect((await card('One')).getByText('1 question')).toBeTruthy();
    expect((await card('None')).getByText('0 question')).toBeTruthy();
  });

  it.each(awkwardNames)('starts the exam %j', async (name) => {
    const { user } = renderApp('/exams/aws');
    await user.click((await card(name)).getByRole('link', { name: 'Start' }));
    expect(location.pathname).toBe(`/exams/aws/${encodeURIComponent(name)}`);
    expect(await screen.findByText(`About ${name}?`)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name })).toBeTruthy();
  });

  it('says so when the provider has none', async () => {
    renderApp('/exams/aws', { instead: exams() });
    expect(await screen.findByText(emptyLine)).toBeTruthy();
    expect(placeholders()).toHaveLength(0);
  });

  it.each([
    ['a provider nobody knows', '/exams/nobody', undefined, 'No exams found for the provider'],
    ['a provider without exams', '/exams/empty', undefined, 'No exams found for the provider'],
    [
      'a status',
      '/exams/aws',
      () => new Response('', { status: 503 }),
      'Unexpected response status',
    ],
    ['no network', '/exams/aws', () => Promise.reject(new Error('x')), 'Error fetching exams'],
    ['another shape', '/exams/aws', () => Response.json({ exams: {} }), 'Error fetching exams'],
  ])('says it has none after %s, and logs the line', async (_, address, answer, line) => {
    renderApp(address, answer && { instead: answerWith('/api/exams', answer) });
    expect(await screen.findByText(emptyLine)).toBeTruthy();
    expect(placeholders()).toHaveLength(0);
    expect(takeLogged()).toEqual([line]);
  });
});

describe('a list of exams that could not be loaded', () => {
  const fail = () => new Response('', { status: 503 });
  const failing = () => renderApp('/exams/aws', { instead: answerWith('/api/exams', fail) });
  const reason = /^This list could not be loaded: the server answered with an error\.$/;

  it('says why beside the words for none, and comes when it is asked for again', async () => {
    const { user } = failing();
    expect(await screen.findByText(emptyLine)).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
    connect({});
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await card('Every Kind')).toBeDefined();
    expect(screen.queryByText(emptyLine)).toBeNull();
    expect(screen.queryByText(reason)).toBeNull();
    takeLogged();
  });

  it('comes by itself when the network returns', async () => {
    failing();
    await screen.findByText(reason);
    connect({});
    act(() => void dispatchEvent(new Event('online')));
    expect(await card('Every Kind')).toBeDefined();
    takeLogged();
  });

  it('is asked for again by itself, and its failure logged once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    failing();
    await screen.findByText(reason);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(takeLogged()).toEqual(['Unexpected response status']);
    connect({});
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(await card('Every Kind')).toBeDefined();
  });

  it('offers no Retry where the server has said that there is none', async () => {
    renderApp('/exams/nobody');
    expect(await screen.findByText(emptyLine)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    takeLogged();
  });
});

describe('the search', () => {
  const begin = async () => {
    renderApp('/exams/aws');
    await screen.findByRole('heading', { name: 'Every Kind' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  };
  const type = (value: string) => fireEvent.change(searchBox(), { target: { value } });
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

  it('waits for 300 ms of silence before it narrows the list', async () => {
    await begin();
    type('LONG');
    pass(299);
    expect(names()).toHaveLength(8);
    pass(1);
    expect(names()).toEqual(['A Long Exam']);
  });

  it('begins to wait anew with every letter', async () => {
    await begin();
    type('lo');
    pass(200);
    type('every');
    pass(299);
    expect(names()).toHaveLength(8);
    pass(1);
    expect(names()).toEqual(['Every Kind']);
  });

  it('shows what is typed at once', async () => {
    await begin();
    type('anything');
    expect(searchBox()).toHaveProperty('value', 'anything');
  });

  it.each([
    ['y k', ['Every Kind']],
    ['%', ['100%', '50%2F']],
    ['C# &', ['C# & "x"?']],
    ['本', ['日本']],
    ['.', ['v1.2']],
  ])('finds %j anywhere in a name', async (words, found) => {
    await begin();
    type(words);
    pass(300);
    expect(names()).toEqual(found);
  });

  it('says so when nothing is found, and shows all again when it is emptied', async () => {
    await begin();
    type('no such exam');
    pass(300);
    expect(screen.getByText(emptyLine)).toBeTruthy();
    type('');
    pass(300);
    expect(names()).toHaveLength(8);
    expect(screen.queryByText(emptyLine)).toBeNull();
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
