import { useSyncExternalStore } from 'react';
import { createEvent } from '#contract/observable.ts';
import { readText, writeText } from '#storage/local-storage.ts';

export type Theme = 'light' | 'dark';

const KEY = 'theme';
const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark';

const readStored = (): Theme | undefined => {
  const stored = readText(KEY);
  return isTheme(stored) ? stored : undefined;
};

const shown = createEvent();
/** How many components follow the theme. */
let followers = 0;

const show = (theme: Theme) => {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = theme === 'dark' ? '#0b0e13' : '#f6f4f0';
  }
  shown.emit();
};

/** The theme on the page, which was set before the app and needs no storage. */
const readTheme = (): Theme => {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : (readStored() ?? 'dark');
};

export const chooseTheme = (theme: Theme) => {
  writeText(KEY, theme);
  show(theme);
};

// Follows what another tab chooses.
const hear = ({ key, newValue }: StorageEvent) => {
  if (key === KEY && isTheme(newValue)) show(newValue);
};

const subscribeToTheme = (listener: () => void) => {
  // Another tab may have chosen while this one was loading.
  const stored = followers === 0 ? readStored() : undefined;
  followers += 1;
  const stop = shown.subscribe(listener);
  addEventListener('storage', hear);
  if (stored && stored !== readTheme()) show(stored);
  return () => {
    stop();
    followers -= 1;
    if (followers === 0) removeEventListener('storage', hear);
  };
};

export const useTheme = () =>
  useSyncExternalStore(subscribeToTheme, readTheme, (): Theme => 'dark');
