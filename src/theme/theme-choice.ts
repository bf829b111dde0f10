import { useSyncExternalStore } from 'react';
import { createEvent } from '#primitives/observable.ts';
import { readText, writeText } from '#storage/local-storage.ts';
import { paintTheme } from './paint-theme.ts';
import { DEFAULT_THEME, isTheme, THEME_KEY, type Theme, themeOf } from './themes.ts';

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
  return isTheme(theme) ? theme : themeOf(readText(THEME_KEY));
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
  const stored = followers === 0 ? readText(THEME_KEY) : undefined;
  followers += 1;
  const stop = shown.subscribe(listener);
  addEventListener('storage', followOtherTab);
  if (isTheme(stored) && stored !== readTheme()) show(stored);
  return () => {
    stop();
    followers -= 1;
    if (followers === 0) removeEventListener('storage', followOtherTab);
  };
};

export const useTheme = () =>
  useSyncExternalStore(subscribeToTheme, readTheme, () => DEFAULT_THEME);
