/**
 * The themes, in the order of the toggle, with the page's background for those who don't know its
 * tokens: the browser and the manifest.
 */
export const themeColors = { dark: '#0b0e13', light: '#f6f4f0' };

export type Theme = keyof typeof themeColors;

const themes = Object.keys(themeColors) as Theme[];

export const DEFAULT_THEME: Theme = 'dark';

/** Where the choice is stored. */
export const THEME_KEY = 'theme';

export const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme);

/** The theme of a stored choice. */
export const themeOf = (value: unknown): Theme => (isTheme(value) ? value : DEFAULT_THEME);

export const otherTheme = (theme: Theme) =>
  themes[(themes.indexOf(theme) + 1) % themes.length] ?? DEFAULT_THEME;

/** The toggle's name. */
export const toggleText = (theme: Theme) => `Use ${otherTheme(theme)} theme`;
