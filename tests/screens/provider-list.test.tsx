import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { takeLogged } from '#support/console-watch.ts';
import { answerWith, connect, holdAnswers, placeholders, renderApp } from '#support/render-app.tsx';

const apology =
  'Unfortunately, due to an error on our side, no providers are available, please try again later';
const providers = (...providerData: unknown[]) =>
  answerWith('/api/providers', () => Response.json({ providerData }));

describe('the home screen', () => {
  it('has the product for its heading, and the tagline', async () => {
    renderApp('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'CertDeck' })).toBeTruthy();
    expect(
      screen.getByText(
        'Stop paying for exam prep materials. Get free practice exams and questions for AWS, Microsoft and Google.',
      ),
    ).toBeTruthy();
    await expect.poll(() => document.title).toMatch(/ · CertDeck$/);
  });

  it('shows 3 placeholders while the providers are out, and none afterwards', async () => {
    const held = holdAnswers('/api/providers');
    renderApp('/', held);
    expect(await screen.findByRole('status', { name: 'Loading providers' })).toBeTruthy();
    expect(placeholders()).toHaveLength(3);
    expect(screen.queryByText(apology)).toBeNull();
    await held.release();
    await expect.poll(placeholders).toHaveLength(0);
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  it('shows each provider with its name, its count and its address', async () => {
    renderApp('/');
    const cards = await screen.findAllByRole('link');
    expect(cards.map((card) => [card.textContent, card.getAttribute('href')])).toEqual([
      ['Amazon Web Services8 Exams', '/exams/aws'],
      ['A or B1 Exam', '/exams/a%2Fb'],
      ['Nothing Yet0 Exams', '/exams/empty'],
    ]);
  });

  it('says how many questions there are, in all', async () => {
    const [aws, azure] = ['aws', 'azure'].map((id) => ({ id, name: id, examCount: 2 }));
    renderApp('/', {
      instead: providers({ ...aws, questionCount: 600 }, { ...azure, questionCount: 130 }),
    });
    const rest = 'every answer explained · works offline · no account';
    expect(await screen.findByText(`730 original questions · ${rest}`)).toBeTruthy();
  });

  it('counts the exams where an API says less', async () => {
    const [aws, azure] = ['aws', 'azure'].map((id) => ({ id, name: id, examCount: 2 }));
    renderApp('/', { instead: providers({ ...aws, questionCount: 600 }, azure) });
    expect(await screen.findByText(/^4 exams · original questions · every answer/)).toBeTruthy();
  });

  it('opens a provider', async () => {
    const { user } = renderApp('/');
    await user.click(await screen.findByRole('link', { name: /Amazon Web Services/ }));
    expect(location.pathname).toBe('/exams/aws');
    expect(await screen.findByRole('heading', { level: 1, name: 'aws' })).toBeTruthy();
  });

  it('keeps the colour of a provider between two looks', async () => {
    const accents = async () => {
      await screen.findAllByRole('listitem');
      return screen.getAllByRole('listitem').map((item) => item.dataset.accent);
    };
    const { user } = renderApp('/');
    const before = await accents();
    await user.click(screen.getByRole('link', { name: /Nothing Yet/ }));
    await user.click(await screen.findByRole('link', { name: 'Back to Providers' }));
    expect(await accents()).toEqual(before);
    takeLogged();
  });

  it('shows names as text, whatever they look like', async () => {
    renderApp('/', { instead: providers({ id: 'x', name: '<b>Bold</b>', examCount: 1 }) });
    expect(await screen.findByText('<b>Bold</b>')).toBeTruthy();
  });

  it('apologises when there are no providers, without logging an error', async () => {
    renderApp('/', { instead: providers() });
    expect(within(await screen.findByRole('alert')).getByText(apology)).toBeTruthy();
    expect(placeholders()).toHaveLength(0);
  });

  it.each([
    ['a status', () => new Response('', { status: 500 }), 'Unexpected response status'],
    ['no network', () => Promise.reject(new TypeError('Failed')), 'Error fetching providers'],
    [
      'HTML',
      () => new Response('<p>', { headers: { 'content-type': 'text/html' } }),
      'Error fetching providers',
    ],
    ['another shape', () => Response.json({ providers: [] }), 'Error fetching providers'],
  ])('apologises after %s, and logs the line of the catalogue', async (_, answer, line) => {
    renderApp('/', { instead: answerWith('/api/providers', answer) });
    expect(await screen.findByText(apology)).toBeTruthy();
    expect(takeLogged()).toEqual([line]);
  });
});

describe('providers that could not be loaded', () => {
  it.each([
    ['Retry', (retry: HTMLElement) => act(() => retry.click())],
    ['the network', () => act(() => void dispatchEvent(new Event('online')))],
  ])('come with %s, and the reason is said until then', async (_, bring) => {
    const fail = () => Promise.reject(new TypeError('Failed'));
    renderApp('/', { instead: answerWith('/api/providers', fail) });
    expect(await screen.findByText(apology)).toBeTruthy();
    const reason = /^This list could not be loaded: there was no answer/;
    expect(screen.getByText(reason)).toBeTruthy();
    connect({});
    bring(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: /Amazon Web Services/ })).toBeTruthy();
    expect(screen.queryByText(reason)).toBeNull();
    expect(screen.queryByText(apology)).toBeNull();
    expect(takeLogged()).toEqual(['Error fetching providers']);
  });
});
