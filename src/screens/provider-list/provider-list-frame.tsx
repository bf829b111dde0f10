import type { ReactNode, Ref } from 'react';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Brand, Placeholder, Screen } from '#ui/screen.tsx';
import cards from '../exam-links/provider-cards.module.css';
import styles from './provider-list.module.css';

const PLACEHOLDERS = ['first', 'second', 'third'];

type FactProps = { icon: IconName; children: string };

const Fact = ({ icon, children }: FactProps) => (
  // Keyed by its owner, so that a new text does not count as a layout shift.
  <li className="row gap-2">
    <Icon name={icon} className="lit" />
    {children}
  </li>
);

type ProviderListFrameProps = {
  /** What a new visitor can try at once. */
  sample?: ReactNode;
  /** What a returning learner sees first; what is below waits for it. */
  card?: ReactNode;
  /** How much there is to practice, in words, once that is known. */
  amount?: string;
  /** What is said of the network, if there was none as home opened; styles hide it otherwise. */
  network?: 'offline' | 'back' | undefined;
  list?: Ref<HTMLElement>;
  children: ReactNode;
};

/** The part of home that needs no API. Prerendered, so it must not use browser APIs. */
export const ProviderListFrame = (props: ProviderListFrameProps) => {
  const { sample, card, amount, network, list, children } = props;
  return (
    <Screen title="Providers" start={<Brand />} actions={<ThemeToggle />}>
      <div className={`stack gap-5 ${styles.hero}`}>
        <div className={`stack gap-4 ${styles.words}`}>
          <p className={`stack ${styles.tagline}`}>
            <span className={styles.loud}>Stop paying for exam prep materials.</span>{' '}
            <span className={styles.then}>
              Get free practice exams and questions for AWS, Microsoft and Google.
            </span>
          </p>
          <ul className={`cluster ${styles.facts}`}>
            <Fact key={amount} icon="cards">
              {amount || 'Original questions'}
            </Fact>
            <Fact icon="lines">Every answer explained</Fact>
            <Fact icon="saved">Works offline</Fact>
            <Fact icon="person">No account</Fact>
          </ul>
        </div>
        <div className={styles.sample}>{sample}</div>
      </div>
      {network && (
        <p className={`row gap-2 small ${styles.banner}`} role="status" data-says={network}>
          <Icon name={network === 'back' ? 'check' : 'offline'} />
          {network === 'back'
            ? 'You are back online.'
            : 'You are offline. Saved exams work as usual.'}
        </p>
      )}
      {card}
      <section ref={list} className={styles.section} aria-labelledby="exams" tabIndex={-1}>
        <div className={`cluster between ${styles.head}`}>
          <h2 id="exams">
            <span className={styles.new}>Choose an exam</span>
            <span className={styles.returning}>All exams</span>
          </h2>
          <p className={`quiet ${styles.new}`}>
            There is nothing to set up. Start saves the exam for offline use.
          </p>
        </div>
        {children}
      </section>
    </Screen>
  );
};

export const ProviderPlaceholders = () => (
  <div
    className={`stack gap-4 ${cards.providers}`}
    role="status"
    aria-label="Loading providers"
    data-slot="placeholder"
  >
    {PLACEHOLDERS.map((key) => (
      <Placeholder key={key} className={styles.placeholder} />
    ))}
  </div>
);

type ProviderListShellProps = { sample?: ReactNode; children?: ReactNode };

export const ProviderListShell = ({ sample, children }: ProviderListShellProps) => (
  <ProviderListFrame sample={sample} network="offline">
    <ProviderPlaceholders />
    {children}
  </ProviderListFrame>
);
