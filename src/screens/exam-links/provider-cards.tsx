import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { routes } from '#contract/routes.ts';
import type { Provider } from '#contract/wire.ts';
import { examCountText, LISTED } from '#exam/texts/labels.ts';
import { accentOf } from '#theme/accent.ts';
import { DeckGlyph, Icon } from '#ui/icon.tsx';
import styles from './provider-cards.module.css';

type ProviderCardsProps = {
  providers: Provider[];
  /** Its first exams, in space that is reserved; without it a provider is one row. */
  renderExams?: ((provider: Provider) => ReactNode) | undefined;
  /** The level of their headings. */
  heading?: 'h2' | 'h3';
  /** Whether a provider can't be reached now, so that it leads nowhere. */
  isOff?: (provider: Provider) => boolean;
};

/** Says in place of a link that an exam can't be started now. */
export const NeedsConnection = () => (
  <span className="row fine gap-icon unbroken">
    <Icon name="offline" size={16} />
    Needs a connection
  </span>
);

const Off = ({ name }: Provider) => (
  <li className={`card between dim ${styles.off}`}>
    <span dir="auto" translate="no">
      {name}
    </span>
    <NeedsConnection />
  </li>
);

/** None in the build's template: the page's policy forbids a style in its text. */
const spaceFor = ({ examCount }: Provider) =>
  examCount > 0 ? { '--rows': Math.min(examCount, LISTED) } : undefined;

/** The providers, each a link to its list. Prerendered, so it must not use browser APIs. */
export const ProviderCards = (props: ProviderCardsProps) => {
  const { providers, renderExams, heading: Heading = 'h3', isOff } = props;
  return (
    <ul className={`stack gap-4 ${styles.providers}`}>
      {providers.map((provider) =>
        isOff?.(provider) ? (
          <Off key={provider.id} {...provider} />
        ) : (
          <li
            key={provider.id}
            className="card rows"
            data-accent={accentOf(provider.id)}
            data-slot="card"
          >
            <Link
              href={routes.examList.address(provider.id)}
              className={`row flush quiet ${styles.head}`}
              data-slot="link"
            >
              <DeckGlyph />
              <Heading className={styles.title} dir="auto" translate="no" data-slot="name">
                {provider.name}
              </Heading>
              <span className="unbroken" data-slot="count">
                {examCountText(provider.examCount)}
              </span>
              <Icon name="forward" size={16} className="directional" />
            </Link>
            {/* Its height is known before its exams are. */}
            {renderExams && (
              <ul className={styles.exams} style={spaceFor(provider)} data-slot="exams">
                {renderExams(provider)}
              </ul>
            )}
          </li>
        ),
      )}
    </ul>
  );
};
