import { useEffect } from 'react';
import { routes } from '#contract/routes.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Screen } from '#ui/screen.tsx';
import styles from './not-found.module.css';

export const NotFound = () => {
  useEffect(() => {
    console.error(`404: there is no page at ${location.pathname}`);
  }, []);

  return (
    <Screen title="Page not found" actions={<ThemeToggle />}>
      <div className={`stack gap-4 ${styles.message}`}>
        <h1 className={styles.code}>404</h1>
        <p className={styles.words}>Oops! Page not found</p>
        <ButtonLink look="primary" href={routes.providerList.address()}>
          Return to Home
        </ButtonLink>
      </div>
    </Screen>
  );
};
