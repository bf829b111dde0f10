import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from 'react';
import { routes } from '#contract/routes.ts';
import { accentOf } from '#theme/accent.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { DeckGlyph } from '#ui/icon.tsx';
import { BackLink, Placeholder, Screen } from '#ui/screen.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import styles from './exam-list.module.css';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];

type ExamListFrameProps = {
  providerId: string;
  /** Undefined where there is nothing to search: no such provider. */
  search: ComponentProps<'input'> | undefined;
  children: ReactNode;
};

/** The part of the list that needs no API. Prerendered, so it must not use browser APIs. */
export const ExamListFrame = ({ providerId, search, children }: ExamListFrameProps) => {
  const title = providerId || 'Unknown Provider';
  return (
    <Screen
      title={title}
      start={<BackLink href={routes.providerList.address()}>Back to Providers</BackLink>}
      actions={<ThemeToggle />}
    >
      <div className={styles.list} data-accent={globalThis.document && accentOf(providerId)}>
        <div className={`stack ${styles.head}`}>
          <h1 className={`row ${styles.title}`}>
            {search && <DeckGlyph />}
            <span dir="auto" translate="no" data-slot="heading">
              {title}
            </span>
          </h1>
          {search && <SearchBox label="Search exams" placeholder="Search exams..." {...search} />}
        </div>
        {children}
      </div>
    </Screen>
  );
};

export const ExamPlaceholders = () => (
  <div className={`stack top ${styles.cards}`} role="status" aria-label="Loading exams">
    {PLACEHOLDERS.map((key) => (
      <Placeholder key={key} className={styles.placeholder} />
    ))}
  </div>
);

type ExamListShellProps = { providerId: string; children?: ReactNode };

const findSearch = () => globalThis.document?.querySelector<HTMLInputElement>('input[type=search]');

/** The search text, including what was typed before the list had loaded. */
export const useSearch = () => {
  const [placeholder] = useState(findSearch);
  const [search, setSearch] = useState(placeholder?.value ?? '');
  // Another character may have been typed while the list was rendering.
  useLayoutEffect(() => setSearch(placeholder?.value ?? ''), [placeholder]);
  return [search, setSearch] as const;
};

export const ExamListShell = ({ providerId, children }: ExamListShellProps) => (
  <ExamListFrame providerId={providerId} search={{ defaultValue: findSearch()?.value }}>
    <ExamPlaceholders />
    {children}
  </ExamListFrame>
);
