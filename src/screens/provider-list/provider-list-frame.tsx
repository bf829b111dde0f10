import type { ReactNode } from 'react';
import { examCountText } from '#exam/wording.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Placeholder, PRODUCT_NAME, Screen } from '#ui/screen.tsx';
import styles from './provider-list.module.css';

const PLACEHOLDERS = ['first', 'second', 'third'];

type ProviderListFrameProps = {
  /** What a returning learner sees first; its place is kept from the first paint on. */
  card?: ReactNode;
  /** How many exams there are, once that is known. */
  examCount?: number | undefined;
  children: ReactNode;
};

const factsText = (examCount: number | undefined) =>
  [
    examCount !== undefined && examCountText(examCount).toLowerCase(),
    'original questions',
    'every answer explained',
    'works offline',
    'no account',
  ]
    .filter(Boolean)
    .join(' · ');

/** What home shows whatever the API says. Rendered at build time too, so it may touch no browser API. */
export const ProviderListFrame = ({ card, examCount, children }: ProviderListFrameProps) => (
  <Screen title="Providers" actions={<ThemeToggle />}>
    <div className={styles.opening}>
      <h1 className={styles.name}>{PRODUCT_NAME}</h1>
      <p className={styles.tagline}>
        Stop paying for exam prep materials. Get free practice exams and questions for AWS,
        Microsoft and Google.
      </p>
      {/* A new text is a new element: it does not count as having moved. */}
      <p key={examCount} className={styles.facts}>
        {factsText(examCount)}
      </p>
      <p className={styles.first}>
        New here? Choose a provider and begin: there is nothing to set up.
      </p>
    </div>
    <div className={styles.columns}>
      <div className={styles.card}>{card}</div>
      <div>{children}</div>
    </div>
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
