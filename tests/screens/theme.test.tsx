import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { takeLogged } from '#support/console-watch.ts';
import { answerWith, connect, renderApp, standIn } from '#support/render-app.tsx';

/** The app as a new visit loads it, with the theme read anew. */
const visit = async () => {
  cleanup();
  vi.resetModules();
  standIn();
  connect({});
  history.pushState(null, '', '/');
  const { App } = await import('#app/app.tsx');
  render(<App />);
  await screen.findByRole('heading', { name: 'CertDeck' });
  return userEvent.setup();
};
const shownTheme = () => document.documentElement.dataset.theme;
const anyToggle = () => screen.findByRole('button', { name: /^Use (light|dark) theme$/ });
/** The toggle of the screen that stays, not of the one that is shown while it loads. */
const toggle = async () => {
  await waitFor(() => expect(screen.queryByRole('status', { name: /^Loading/ })).toBeNull());
  return anyToggle();
};

beforeEach(() => {
  delete document.documentElement.dataset.theme;
});

describe('the theme', () => {
  it('is dark without a choice', async () => {
    await visit();
    expect((await toggle()).getAttribute('aria-label')).toBe('Use light theme');
    expect(localStorage.getItem('theme')).toBeNull();
  });

  it('toggles between dark and light, and is kept', async () => {
    const user = await visit();
    await user.click(await toggle());
    expect(shownTheme()).toBe('light');
    expect(localStorage.getItem('theme')).toBe('light');
    expect((await toggle()).getAttribute('aria-label')).toBe('Use dark theme');
    await user.click(await toggle());
    expect(shownTheme()).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
  });

  it('is what was chosen in an earlier visit', async () => {
    localStorage.setItem('theme', 'light');
    await visit();
    expect((await toggle()).getAttribute('aria-label')).toBe('Use dark theme');
  });

  it.each(['', 'pink', 'LIGHT', '{"theme":"light"}'])('is dark when %j is kept', async (kept) => {
    localStorage.setItem('theme', kept);
    await visit();
    expect((await toggle()).getAttribute('aria-label')).toBe('Use light theme');
  });

  it('is dark when the storage cannot be read, and the toggle works for the visit', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, clear: () => {} });
    const user = await visit();
    expect((await toggle()).getAttribute('aria-label')).toBe('Use light theme');
    await user.click(await toggle());
    expect(shownTheme()).toBe('light');
    await user.click(await screen.findByRole('link', { name: /Amazon Web Services/ }));
    await screen.findByRole('heading', { name: 'aws' });
    expect((await toggle()).getAttribute('aria-label')).toBe('Use dark theme');
  });
});

describe('the toggle is there', () => {
  it.each([
    ['/', 'CertDeck'],
    ['/exams/aws', 'aws'],
    ['/exams/aws/Every%20Kind', 'Every Kind'],
    ['/nowhere', '404'],
  ])('at %s', async (address, heading) => {
    renderApp(address);
    await screen.findByRole('heading', { level: 1, name: heading });
    expect(await anyToggle()).toBeTruthy();
    takeLogged();
  });

  it('when the configuration failed', async () => {
    renderApp('/', { instead: answerWith('/config.json', () => new Response('')) });
    await screen.findByText('App failed to load configuration.');
    expect(await anyToggle()).toBeTruthy();
    takeLogged();
  });

  it('while the configuration is out', async () => {
    renderApp('/', { instead: answerWith('/config.json', () => new Promise(() => {})) });
    expect(await anyToggle()).toBeTruthy();
  });
});
