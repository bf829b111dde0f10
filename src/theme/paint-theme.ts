import { type Theme, themeColors } from './themes.ts';

/** Shows a theme on the page; part of the inline script, too. */
export const paintTheme = (theme: Theme) => {
  document.documentElement.dataset.theme = theme;
  const meta = document.querySelector('meta[name=theme-color]');
  meta?.setAttribute('content', themeColors[theme]);
};
