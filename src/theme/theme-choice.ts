import { useSyncExternalStore } from 'react';
import { paintTheme } from './paint-theme.ts';
import { isTheme, THEME_KEY, type Theme } from './themes.ts';

const readStored = (): Theme | undefined => {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return isTheme(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
};

const listeners = new Set<() => void>();

const show = (theme: Theme) => {
  paintTheme(theme);
  for (const listener of listeners) listener();
};

/** The theme on the page, which was set before the app and needs no storage. */
const readTheme = (): Theme => {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : (readStored() ?? 'dark');
};

export const chooseTheme = (theme: Theme) => {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage may be denied; the choice then lasts for this visit.
  }
  show(theme);
};

const followOtherTab = ({ key, newValue }: StorageEvent) => {
  if (key === THEME_KEY && isTheme(newValue)) show(newValue);
};

const subscribeToTheme = (listener: () => void) => {
  // Another tab may have chosen while this one was loading.
  const stored = listeners.size === 0 ? readStored() : undefined;
  listeners.add(listener);
  addEventListener('storage', followOtherTab);
  if (stored && stored !== readTheme()) show(stored);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', followOtherTab);
  };
};

export const useTheme = () =>
  useSyncExternalStore(subscribeToTheme, readTheme, (): Theme => 'dark');
