import { chooseTheme, useTheme } from './theme-choice.ts';
import styles from './theme-toggle.module.css';
import { otherTheme, toggleText } from './themes.ts';

export const ThemeToggle = () => {
  const theme = useTheme();
  return (
    <button
      type="button"
      className="round"
      aria-label={toggleText(theme)}
      data-slot="theme"
      onClick={() => chooseTheme(otherTheme(theme))}
    >
      <svg aria-hidden width={20} height={20} viewBox="0 0 20 20" className={styles.icon}>
        <circle cx="10" cy="10" r="6.75" />
        <path d="M10 3.25v13.5a6.75 6.75 0 0 0 0-13.5Z" />
      </svg>
    </button>
  );
};
