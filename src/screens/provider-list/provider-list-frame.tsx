import type { ReactNode } from 'react';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Placeholder } from '#ui/placeholder.tsx';
import { PRODUCT_NAME, Screen } from '#ui/screen.tsx';
import styles from './provider-list.module.css';

const PLACEHOLDERS = ['first', 'second', 'third'];

/** What home shows whatever the API says. Rendered at build time too, so it may touch no browser API. */
export const ProviderListFrame = ({ children }: { children: ReactNode }) => (
  <Screen title="Providers" actions={<ThemeToggle />}>
    <div className={styles.opening}>
      <h1 className={styles.name}>{PRODUCT_NAME}</h1>
      <p className={styles.tagline}>
        Stop paying for exam prep materials. Get free practice exams and questions for AWS,
        Microsoft and Google.
      </p>
    </div>
    {children}
  </Screen>
);

export const ProviderPlaceholders = () => (
  <div className={styles.cards} role="status" aria-label="Loading providers">
    {PLACEHOLDERS.map((key) => (
      <Placeholder key={key} className={styles.placeholder} />
    ))}
  </div>
);

export const ProviderListShell = ({ children }: { children?: ReactNode }) => (
  <ProviderListFrame>
    <ProviderPlaceholders />
    {children}
  </ProviderListFrame>
);
