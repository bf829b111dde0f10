import { Suspense, useEffect } from 'react';
import { Route, Router, Switch } from 'wouter';
import type { Config } from '#contract/config.ts';
import { routes } from '#contract/routes.ts';
import { ProviderList } from '#screens/provider-list/provider-list.tsx';
import { later } from '#ui/later.tsx';
import { AppShell } from './app-shell.tsx';
import { Notices } from './notices.tsx';
import { useRawLocation } from './raw-location.ts';

const loadExamRoutes = () => import('./exam-routes.tsx');
const ExamRoutes = later<'ExamRoutes', object>(loadExamRoutes, 'ExamRoutes');

/** How long home takes to settle, in milliseconds. */
const SETTLED = 1000;

/** Loads the screen that the visit starts with: its code, and what the page already shows of it. */
export const preloadScreen = async (config: Promise<Config | undefined>) => {
  if (location.pathname === routes.providerList.address()) return;
  await ExamRoutes.preload();
  const known = await config;
  if (!known) return;
  const { prefetchPaintedExam } = await loadExamRoutes();
  await prefetchPaintedExam(known);
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
