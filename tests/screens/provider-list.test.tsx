import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerWith, holdAnswers, placeholders, renderApp } from '#support/render-app.tsx';

const apology =
  'Unfortunately, due to an error on our side, no providers are available, please try again later';
const providers = (...providerData: unknown[]) =>
  answerWith('/api/providers', () => Response.json({ providerData }));
const provider = (id: string, extras: object) => ({ id, name: id, examCount: 2, ...extras });

describe('the home screen', () => {
  it('has the product as its heading, the tagline, and 3 placeholders while loading', async () => {
    const held = holdAnswers('/api/providers');
    renderApp('/', held);
    expect(await screen.findByRole('status', { name: 'Loading providers' })).toBeTruthy();
    expect(placeholders()).toHaveLength(3);
    expect(screen.queryByText(apology)).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'CertDeck' })).toBeTruthy();
    expect(
      screen.getByText(
        'Stop paying for exam prep materials. Get free practice exams and questions for AWS, Microsoft and Google.',
      ),
    ).toBeTruthy();
    await expect.poll(() => document.title).toMatch(/ · CertDeck$/);
    await held.release();
    await expect.poll(placeholders).toHaveLength(0);
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  it('shows each provider, opens it, and keeps its color', async () => {
    const { user } = renderApp('/');
    const cards = await screen.findAllByRole('link');
    expect(cards.map((card) => [card.textContent, card.getAttribute('href')])).toEqual([
      ['Amazon Web Services8 Exams', '/exams/aws'],
      ['A or B1 Exam', '/exams/a%2Fb'],
      ['Nothing Yet0 Exams', '/exams/empty'],
    ]);
    const accents = () => screen.getAllByRole('listitem').map((item) => item.dataset.accent);
    const before = accents();
    await user.click(screen.getByRole('link', { name: /Amazon Web Services/ }));
    expect(location.pathname).toBe('/exams/aws');
    await screen.findByRole('heading', { level: 1, name: 'aws' });
    await user.click(screen.getByRole('link', { name: 'Back to Providers' }));
    await screen.findByRole('link', { name: /Amazon Web Services/ });
    expect(accents()).toEqual(before);
  });

  it.each([
    ['questions', { questionCount: 130 }, '730 original questions · every answer explained'],
    ['exams if an API has no other count', {}, '4 exams · original questions · every answer'],
  ])('says how much there is in all: %s', async (_, extras, text) => {
    renderApp('/', {
      instead: providers(provider('aws', { questionCount: 600 }), provider('azure', extras)),
    });
    expect(await screen.findByText((shown) => shown.startsWith(text))).toBeTruthy();
  });

  it('shows names as text, whatever they look like', async () => {
    renderApp('/', { instead: providers({ id: 'x', name: '<b>Bold</b>', examCount: 1 }) });
    expect(await screen.findByText('<b>Bold</b>')).toBeTruthy();
  });

  it('apologizes if there are no providers, without logging an error', async () => {
    renderApp('/', { instead: providers() });
    expect(within(await screen.findByRole('alert')).getByText(apology)).toBeTruthy();
    expect(placeholders()).toHaveLength(0);
  });
});
