import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { renderApp } from '#support/render-app.tsx';
import { followOtherTabs } from '#theme/theme-choice.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';

/** The app at home, as after a reload. */
const visit = async () => {
  cleanup();
  delete document.documentElement.dataset.theme;
  const { user } = renderApp('/');
  await screen.findByRole('heading', { name: 'CertDeck' });
  return user;
};
const shownTheme = () => document.documentElement.dataset.theme;
const toggleName = /^Use (light|dark) theme$/;
const anyToggle = () => screen.findByRole('button', { name: toggleName });
/** The toggle of the loaded screen instead of its placeholder's. */
const toggle = async () => {
  await waitFor(() => expect(screen.queryByRole('status', { name: /^Loading/ })).toBeNull());
  return anyToggle();
};

// As the app does at its start.
beforeAll(followOtherTabs);

describe('the theme', () => {
  it.each([
    ['light', 'Use dark theme'],
    ['', 'Use light theme'],
    ['LIGHT', 'Use light theme'],
    ['{"theme":"light"}', 'Use light theme'],
  ])('stored as %j, offers %s', async (stored, label) => {
    localStorage.setItem('theme', stored);
    await visit();
    expect((await toggle()).getAttribute('aria-label')).toBe(label);
  });

  it('is dark without readable storage, and the toggle works for the visit', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, clear: () => {} });
    const user = await visit();
    expect((await toggle()).getAttribute('aria-label')).toBe('Use light theme');
    await user.click(await toggle());
    expect(shownTheme()).toBe('light');
    await user.click(await toggle());
    expect(shownTheme()).toBe('dark');
    await user.click(await toggle());
    await user.click(await screen.findByRole('link', { name: /Amazon Web Services/ }));
    await screen.findByRole('heading', { name: 'aws' });
    expect((await toggle()).getAttribute('aria-label')).toBe('Use dark theme');
  });

  it('follows another tab wherever it is shown', () => {
    const themes = () =>
      screen.getAllByRole('button', { name: toggleName }).map(({ ariaLabel }) => ariaLabel);
    const chooseElsewhere = (newValue: string) =>
      act(() => void dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue })));
    const first = render(<ThemeToggle />);
    render(<ThemeToggle />);
    chooseElsewhere('light');
    expect(themes()).toEqual(['Use dark theme', 'Use dark theme']);
    first.unmount();
    chooseElsewhere('dark');
    expect(themes()).toEqual(['Use light theme']);
  });

  it('is what another tab has chosen while this one was loading', () => {
    document.documentElement.dataset.theme = 'dark';
    localStorage.setItem('theme', 'light');
    followOtherTabs();
    expect(shownTheme()).toBe('light');
  });

  it.each([null, 'LIGHT'])('ignores that another tab stores it as %j', async (newValue) => {
    await visit();
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue })));
    expect(shownTheme()).not.toBe(`${newValue}`);
    expect((await toggle()).getAttribute('aria-label')).toBe('Use light theme');
  });
});
