import { chooseTheme, useTheme } from './theme-choice.ts';
import styles from './theme-toggle.module.css';

const shapes = {
  dark: 'M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10z',
  light:
    'M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
};

export const ThemeToggle = () => {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={`round ${styles.toggle}`}
      aria-label={`Use ${other} theme`}
      data-slot="theme"
      onClick={() => chooseTheme(other)}
    >
      <svg aria-hidden width={20} height={20} viewBox="0 0 24 24" className={styles.icon}>
        {/* Both are there, and the theme's style shows one, before any script of the app has come. */}
        <path d={shapes.light} data-for="dark" />
        <path d={shapes.dark} data-for="light" />
      </svg>
    </button>
  );
};
