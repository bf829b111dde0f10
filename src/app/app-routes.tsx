import { Suspense, useEffect } from 'react';
import { Route, Router, Switch } from 'wouter';
import { routes } from '#contract/routes.ts';
import { ProviderList } from '#screens/provider-list/provider-list.tsx';
import { later } from '#ui/later.tsx';
import { AppShell } from './app-shell.tsx';
import { Notices } from './notices.tsx';
import { useRawLocation } from './raw-location.ts';

const ExamRoutes = later(() => import('./exam-routes.tsx'), 'ExamRoutes');

/** When home has settled. In milliseconds. */
const SETTLED = 1000;

/** Fetches the code of the screen that the visit begins with. */
export const preloadScreen = async () => {
  if (location.pathname !== routes.providerList.address()) await ExamRoutes.preload();
};

export const AppRoutes = () => {
  useEffect(() => {
    const timer = setTimeout(ExamRoutes.preload, SETTLED);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Router hook={useRawLocation}>
      <Switch>
        <Route path={routes.providerList.pattern}>
          <ProviderList />
        </Route>
        <Route>
          <Suspense fallback={<AppShell />}>
            <ExamRoutes />
          </Suspense>
        </Route>
      </Switch>
      <Notices />
    </Router>
  );
};
