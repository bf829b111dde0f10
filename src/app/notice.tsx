import type { ReactNode } from 'react';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Screen } from '#ui/screen.tsx';

/** Shown instead of a screen when the configuration failed or a bug occurred. */
export const Notice = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Screen title={title} actions={<ThemeToggle />}>
    <h1>{title}</h1>
    {children}
  </Screen>
);
