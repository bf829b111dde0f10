export type Theme = 'light' | 'dark';

/** Where the choice is stored. */
export const THEME_KEY = 'theme';

/** The background of the page, for those who don't know its tokens: the browser and the manifest. */
export const themeColors: Record<Theme, string> = { light: '#f6f4f0', dark: '#0b0e13' };

export const isTheme = (value: unknown): value is Theme => value === 'light' || value === 'dark';

export const otherTheme = (theme: Theme): Theme => (theme === 'dark' ? 'light' : 'dark');

/** The toggle's name. */
export const toggleText = (theme: Theme) => `Use ${otherTheme(theme)} theme`;
