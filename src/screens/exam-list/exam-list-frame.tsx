import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from 'react';
import { routes } from '#contract/routes.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Icon } from '#ui/icon.tsx';
import { BackLink, Placeholder, Screen } from '#ui/screen.tsx';
import styles from './exam-list.module.css';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];

type ExamListFrameProps = {
  providerId: string;
  accent?: string;
  search: ComponentProps<'input'>;
  children: ReactNode;
};

/** The part of the list that needs no API. Prerendered, so it must not use browser APIs. */
export const ExamListFrame = ({ providerId, accent, search, children }: ExamListFrameProps) => {
  const title = providerId || 'Unknown Provider';
  return (
    <Screen
      title={title}
      start={<BackLink href={routes.providerList.address()}>Back to Providers</BackLink>}
      actions={<ThemeToggle />}
    >
      <div data-accent={accent}>
        <h1 className={styles.title} dir="auto" data-slot="heading">
          {title}
        </h1>
        <div className={styles.search}>
          <Icon name="search" size={18} className={styles.glass} />
          <input
            type="search"
            aria-label="Search exams"
            placeholder="Search exams..."
            autoComplete="off"
            {...search}
          />
        </div>
        {children}
      </div>
    </Screen>
  );
};

export const ExamPlaceholders = () => (
  <div className="cards" role="status" aria-label="Loading exams">
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
