import type { ComponentProps, ReactNode } from 'react';
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

/** What the list shows whatever the API says. Rendered at build time too, so it may touch no browser API. */
export const ExamListFrame = ({ providerId, accent, search, children }: ExamListFrameProps) => {
  const title = providerId || 'Unknown Provider';
  return (
    <Screen
      title={title}
      back={<BackLink href={routes.providerList.address()}>Back to Providers</BackLink>}
      actions={<ThemeToggle />}
    >
      <div data-accent={accent}>
        <h1 className={styles.title} dir="auto">
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
  <div className={styles.cards} role="status" aria-label="Loading exams">
    {PLACEHOLDERS.map((key) => (
      <Placeholder key={key} className={styles.placeholder} />
    ))}
  </div>
);

type ExamListShellProps = { providerId: string; children?: ReactNode };

/** Nobody would take what is typed before the list is there. */
export const ExamListShell = ({ providerId, children }: ExamListShellProps) => (
  <ExamListFrame providerId={providerId} search={{ readOnly: true }}>
    <ExamPlaceholders />
    {children}
  </ExamListFrame>
);
