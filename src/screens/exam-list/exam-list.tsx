import { useCallback, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import { routes } from '#contract/routes.ts';
import { matchesSearch } from '#exam/wording.ts';
import { accentOf } from '#theme/accent.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { Placeholder } from '#ui/placeholder.tsx';
import { Screen } from '#ui/screen.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { useCall } from '../use-call.ts';
import { ExamCard } from './exam-card.tsx';
import styles from './exam-list.module.css';

const SEARCH_DELAY = 300;
const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];

export const ExamList = ({ providerId }: { providerId: string }) => {
  const { api } = useApi();
  const answer = useCall(
    useCallback((signal: AbortSignal) => api.fetchExams(providerId, signal), [api, providerId]),
  );
  const [search, setSearch] = useState('');
  const settledSearch = useDebounced(search, SEARCH_DELAY);
  const exams = answer?.ok ? answer.value : [];
  const found = exams.filter(({ name }) => matchesSearch(name, settledSearch));
  const title = providerId || 'Unknown Provider';

  return (
    <Screen
      title={title}
      back={<BackLink href={routes.providerList.address()}>Back to Providers</BackLink>}
      actions={<ThemeToggle />}
    >
      <div data-accent={accentOf(providerId)}>
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.search}>
          <Icon name="search" size={18} className={styles.glass} />
          <input
            type="search"
            aria-label="Search exams"
            placeholder="Search exams..."
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        {!answer && (
          <div className={styles.cards} role="status" aria-label="Loading exams">
            {PLACEHOLDERS.map((key) => (
              <Placeholder key={key} className={styles.placeholder} />
            ))}
          </div>
        )}
        {found.length > 0 && (
          <ul className={styles.cards}>
            {found.map((exam) => (
              <ExamCard key={exam.name} providerId={providerId} exam={exam} />
            ))}
          </ul>
        )}
        <p role="status" className={styles.empty}>
          {answer && found.length === 0 && 'No exams available for this provider yet.'}
        </p>
      </div>
    </Screen>
  );
};
