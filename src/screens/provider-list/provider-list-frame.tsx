import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { routes } from '#contract/routes.ts';
import type { Provider } from '#contract/wire.ts';
import { examCountText } from '#exam/labels.ts';
import { accentOf } from '#theme/accent.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Icon } from '#ui/icon.tsx';
import { Placeholder, PRODUCT_NAME, Screen } from '#ui/screen.tsx';
import styles from './provider-list.module.css';

const PLACEHOLDERS = ['first', 'second', 'third'];

type ProviderListFrameProps = {
  /** What a returning learner sees first; its space is reserved from the first paint on. */
  card?: ReactNode;
  /** How much there is to practice, in words, once that is known. */
  amount?: string;
  children: ReactNode;
};

/** The part of home that needs no API. Prerendered, so it must not use browser APIs. */
export const ProviderListFrame = ({ card, amount, children }: ProviderListFrameProps) => (
  <Screen title="Providers" actions={<ThemeToggle />}>
    <div className={`stack ${styles.opening}`}>
      <h1 className={styles.name}>{PRODUCT_NAME}</h1>
      <p className={styles.tagline}>
        Stop paying for exam prep materials. Get free practice exams and questions for AWS,
        Microsoft and Google.
      </p>
      {/* Keyed, so that a new text does not count as a layout shift. */}
      <p key={amount} className={`quiet ${styles.facts}`}>
        {`${amount || 'original questions'} · every answer explained · works offline · no account`}
      </p>
      <p className={`quiet ${styles.first}`}>
        New here? Choose a provider and begin: there is nothing to set up.
      </p>
    </div>
    <div className={styles.columns}>
      <div className={styles.card}>{card}</div>
      <div>{children}</div>
    </div>
  </Screen>
);

type ProviderCardsProps = { providers: Provider[]; findAccent?: typeof accentOf | undefined };

export const ProviderCards = ({ providers, findAccent = accentOf }: ProviderCardsProps) => (
  <ul className={`cards ${styles.cards}`}>
    {providers.map(({ id, name, examCount }) => (
      <li key={id} data-accent={findAccent(id)} data-slot="card">
        <Link
          href={routes.examList.address(id)}
          className={`boxed ${styles.provider}`}
          data-slot="link"
        >
          <span className={styles.mark} />
          <span className={styles.words}>
            <span className={styles.title} dir="auto" data-slot="name">
              {name}
            </span>
            <span className="quiet" data-slot="count">
              {examCountText(examCount)}
            </span>
          </span>
          <Icon name="forward" className={`directional ${styles.arrow}`} />
        </Link>
      </li>
    ))}
  </ul>
);

export const ProviderPlaceholders = () => (
  <div
    className={`cards ${styles.cards}`}
    role="status"
    aria-label="Loading providers"
    data-slot="placeholder"
  >
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
