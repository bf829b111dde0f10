import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const KEY = 'theme';
const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark';

const readStored = (): Theme | undefined => {
  try {
    const stored = localStorage.getItem(KEY);
    return isTheme(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
};

const listeners = new Set<() => void>();

const show = (theme: Theme) => {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = theme === 'dark' ? '#0b0e13' : '#f6f4f0';
  }
  for (const listener of listeners) listener();
};

/** The theme on the page, which was set before the app and needs no storage. */
const readTheme = (): Theme => {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : (readStored() ?? 'dark');
};

export const chooseTheme = (theme: Theme) => {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be denied; the choice then lasts for this visit.
  }
  show(theme);
};

// Follows what another tab chooses.
const hear = ({ key, newValue }: StorageEvent) => {
  if (key === KEY && isTheme(newValue)) show(newValue);
};

const subscribeToTheme = (listener: () => void) => {
  // Another tab may have chosen while this one was loading.
  const stored = listeners.size === 0 ? readStored() : undefined;
  listeners.add(listener);
  addEventListener('storage', hear);
  if (stored && stored !== readTheme()) show(stored);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', hear);
  };
};

export const useTheme = () =>
  useSyncExternalStore(subscribeToTheme, readTheme, (): Theme => 'dark');
