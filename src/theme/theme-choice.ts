import { useSyncExternalStore } from 'react';
import { createEvent } from '#contract/observable.ts';
import { readText, writeText } from '#storage/local-storage.ts';
import { paintTheme } from './paint-theme.ts';
import { isTheme, THEME_KEY, type Theme } from './themes.ts';

const readStored = (): Theme | undefined => {
  const stored = readText(THEME_KEY);
  return isTheme(stored) ? stored : undefined;
};

const shown = createEvent();
/** How many components follow the theme. */
let followers = 0;

const show = (theme: Theme) => {
  paintTheme(theme);
  shown.emit();
};

/** The theme on the page, which was set before the app and needs no storage. */
const readTheme = (): Theme => {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : (readStored() ?? 'dark');
};

export const chooseTheme = (theme: Theme) => {
  writeText(THEME_KEY, theme);
  show(theme);
};

const followOtherTab = ({ key, newValue }: StorageEvent) => {
  if (key === THEME_KEY && isTheme(newValue)) show(newValue);
};

const subscribeToTheme = (listener: () => void) => {
  // Another tab may have chosen while this one was loading.
  const stored = followers === 0 ? readStored() : undefined;
  followers += 1;
  const stop = shown.subscribe(listener);
  addEventListener('storage', followOtherTab);
  if (stored && stored !== readTheme()) show(stored);
  return () => {
    stop();
    followers -= 1;
    if (followers === 0) removeEventListener('storage', followOtherTab);
  };
};

export const useTheme = () =>
  useSyncExternalStore(subscribeToTheme, readTheme, (): Theme => 'dark');
