import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { takeLogged } from '#support/console-watch.ts';
import { answerWith, connect, holdAnswers, placeholders, renderApp } from '#support/render-app.tsx';

const apology =
  'Unfortunately, due to an error on our side, no providers are available, please try again later';
const providers = (...providerData: unknown[]) =>
  answerWith('/api/providers', () => Response.json({ providerData }));
/** The cards of the providers. */
const cards = () => [...document.querySelectorAll<HTMLElement>('[data-slot=card]')];
const rowsOf = (name: string) =>
  within(cards().find((card) => card.textContent.startsWith(name)) as HTMLElement)
    .getAllByRole('link')
    .slice(1);
const facts = () =>
  screen
    .getAllByRole('list')
    .slice(0, 1)
    .flatMap((list) => within(list).getAllByRole('listitem'))
    .map(({ textContent }) => textContent);
const promises = ['Every answer explained', 'Works offline', 'No account'];

describe('the home screen', () => {
  it('has the product as its heading, the tagline, and 3 placeholders while loading', async () => {
    const held = holdAnswers('/api/providers');
    renderApp('/', held);
    expect(await screen.findByRole('status', { name: 'Loading providers' })).toBeTruthy();
    expect(placeholders()).toHaveLength(3);
    expect(screen.queryByText(apology)).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'CertDeck' })).toBeTruthy();
    const paragraphs = [...screen.getByRole('main').querySelectorAll('p')];
    expect(paragraphs.map(({ textContent }) => textContent)).toContain(
      'Stop paying for exam prep materials. Get free practice exams and questions for AWS, Microsoft and Google.',
    );
    expect(facts()).toEqual(['Original questions', ...promises]);
    await expect.poll(() => document.title).toMatch(/ · CertDeck$/);
    await held.release();
    await expect.poll(placeholders).toHaveLength(0);
    expect(cards()).toHaveLength(3);
  });

  it('shows each provider, opens it, and keeps its color', async () => {
    const { user } = renderApp('/');
    await screen.findByRole('link', { name: /Amazon Web Services/ });
    const heads = cards().map((card) => within(card).getAllByRole('link')[0]);
    expect(heads.map((head) => [head?.textContent, head?.getAttribute('href')])).toEqual([
      ['Amazon Web Services8 Exams', '/exams/aws'],
      ['A or B1 Exam', '/exams/a%2Fb'],
      ['Nothing Yet0 Exams', '/exams/empty'],
    ]);
    const accents = () => cards().map((card) => card.dataset.accent);
    const before = accents();
    await user.click(screen.getByRole('link', { name: /Amazon Web Services/ }));
    expect(location.pathname).toBe('/exams/aws');
    await screen.findByRole('heading', { level: 1, name: 'aws' });
    await user.click(screen.getByRole('link', { name: 'Back to Providers' }));
    await screen.findByRole('link', { name: /Amazon Web Services/ });
    expect(accents()).toEqual(before);
  });

  it('says how much there is in all', async () => {
    const all = { id: 'aws', name: 'AWS', examCount: 2, questionCount: 730 };
    renderApp('/', { instead: providers(all) });
    await screen.findByText('730 original questions');
    expect(facts()).toEqual(['730 original questions', ...promises]);
  });

  it('shows names as text, whatever they look like', async () => {
    renderApp('/', { instead: providers({ id: 'x', name: '<b>Bold</b>', examCount: 1 }) });
    expect(await screen.findByText('<b>Bold</b>')).toBeTruthy();
  });

  it('starts any of a provider’s first five exams', async () => {
    const { user } = renderApp('/');
    await screen.findByRole('link', { name: /Every Kind/ });
    expect(rowsOf('Amazon').map((row) => [row.textContent, row.getAttribute('href')])).toEqual([
      ['Every Kind10 questionsStart', '/exams/aws/Every%20Kind'],
      ['A Long Exam45 questionsStart', '/exams/aws/A%20Long%20Exam'],
      ['100%2 questionsStart', '/exams/aws/100%25'],
      ['C# & "x"?2 questionsStart', `/exams/aws/${encodeURIComponent('C# & "x"?')}`],
      ['日本2 questionsStart', `/exams/aws/${encodeURIComponent('日本')}`],
    ]);
    expect(rowsOf('A or B').map((row) => row.textContent)).toEqual(['a/b1 questionStart']);
    expect(rowsOf('Nothing Yet')).toEqual([]);
    await user.click(screen.getByRole('link', { name: /A Long Exam/ }));
    await screen.findByText('What is question 01?');
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['fail', () => Response.json({}, { status: 500 })],
    ['don’t come', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['are none', () => new Response('{}', { status: 404 })],
  ])('links to the list of a provider whose exams %s, and reports no error', async (_, answer) => {
    const { user } = renderApp('/', { instead: answerWith('/api/exams', answer) });
    const links = await screen.findAllByRole('link', { name: 'See all exams' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/exams/aws', '/exams/a%2Fb']);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    connect({});
    await user.click(links[0] as HTMLElement);
    await screen.findByRole('heading', { level: 1, name: 'aws' });
  });

  it('has no live Start offline for what is not on this device', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    renderApp('/');
    await screen.findAllByText('Needs a connection');
    expect(screen.queryByRole('link', { name: /Start$/ })).toBeNull();
    onLine.mockReturnValue(true);
    act(() => void dispatchEvent(new Event('online')));
    await screen.findByRole('link', { name: /Every Kind.*Start$/ });
    expect(screen.queryByText('Needs a connection')).toBeNull();
  });

  it('apologizes if there are no providers, without logging an error', async () => {
    renderApp('/', { instead: providers() });
    expect(within(await screen.findByRole('alert')).getByText(apology)).toBeTruthy();
    expect(placeholders()).toHaveLength(0);
  });

  it('apologizes offline, too, and says that it is offline', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const gone = () => Promise.reject(new TypeError('Failed to fetch'));
    renderApp('/', { instead: answerWith('/api/providers', gone) });
    await screen.findByText('You’re offline.');
    expect(within(screen.getByRole('alert')).getByText(apology)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(placeholders()).toHaveLength(0);
    expect(takeLogged()).toEqual(['Error fetching providers']);
    connect({});
    onLine.mockReturnValue(true);
    act(() => void dispatchEvent(new Event('online')));
    await screen.findByRole('link', { name: /Amazon Web Services/ });
    expect(screen.queryByText(/offline\.$/)).toBeNull();
  });
});
