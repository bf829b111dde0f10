import { Moon, Sun } from 'lucide-react';
import { chooseTheme } from './theme-choice.ts';
import styles from './theme-toggle.module.css';
import { useTheme } from './use-theme.ts';

export const ThemeToggle = () => {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  const Icon = other === 'light' ? Sun : Moon;
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={`Use ${other} theme`}
      onClick={() => chooseTheme(other)}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
};
