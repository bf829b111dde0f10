import { useEffect } from 'react';
import { routes } from '#contract/routes.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { HomeLink, Screen } from '#ui/screen.tsx';
import styles from './not-found.module.css';

export const NotFound = () => {
  useEffect(() => {
    console.error(`404: there is no page at ${location.pathname}`);
  }, []);

  return (
    <Screen title="Page not found" start={<HomeLink />} actions={<ThemeToggle />}>
      <div className={`stack gap-4 ${styles.message}`}>
        <h1 className={`dim ${styles.code}`}>404</h1>
        <p className="says">Oops! Page not found</p>
        <p className={`dim ${styles.advice}`}>
          The address may be mistyped, or the page has moved. Your exams and your progress are where
          they were.
        </p>
        <ButtonLink look="primary" size="large" href={routes.providerList.address()}>
          Return to Home
        </ButtonLink>
      </div>
    </Screen>
  );
};
