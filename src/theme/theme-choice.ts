import { useSyncExternalStore } from 'react';
import { createEvent } from '#primitives/observable.ts';
import { readText, writeText } from '#storage/local-storage.ts';
import { paintTheme } from './paint-theme.ts';
import { DEFAULT_THEME, isTheme, THEME_KEY, type Theme, themeOf } from './themes.ts';

const shown = createEvent();

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

/** Takes over what another tab chooses, or has chosen while this one was loading. */
export const followOtherTabs = () => {
  const follow = (theme: unknown) => {
    if (isTheme(theme) && theme !== readTheme()) show(theme);
  };
  follow(readText(THEME_KEY));
  addEventListener('storage', ({ key, newValue }) => key === THEME_KEY && follow(newValue));
};

export const useTheme = () => useSyncExternalStore(shown.subscribe, readTheme, () => DEFAULT_THEME);
