import type { ReactNode } from 'react';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Screen } from '#ui/screen.tsx';

/** A screen for when there is no screen: the configuration failed, or a bug was met. */
export const Notice = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Screen title={title} actions={<ThemeToggle />}>
    <h1>{title}</h1>
    {children}
  </Screen>
);
