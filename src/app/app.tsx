import { Component, type ReactNode, useEffect } from 'react';
import type { Config } from '#contract/config.ts';
import { readRoute, routes } from '#contract/routes.ts';
import { ProviderList } from '#screens/provider-list/provider-list.tsx';
import { later } from '#ui/later.tsx';
import { AppShell, Notice, useRoute } from './app-shell.tsx';
import { ConfigGate } from './config-gate.tsx';
import { LaterNotices } from './later-notices.tsx';

const loadExamRoutes = () => import('./exam-routes.tsx');
const ExamRoutes = later<'ExamRoutes', object>(loadExamRoutes, 'ExamRoutes', <AppShell />);

/** How long home stays undisturbed before other screens are preloaded, in milliseconds. */
const PRELOAD_DELAY = 1000;

/** Loads the code of the first screen, and its exam if that can be shown at once. */
export const preloadScreen = async (config: Promise<Config | undefined>) => {
  if (readRoute(location.pathname).screen === 'home') return;
  await ExamRoutes.preload();
  const known = await config;
  if (!known) return;
  const { openExamAhead } = await loadExamRoutes();
  await openExamAhead(known);
};

const AppRoutes = () => {
  useEffect(() => {
    const timer = setTimeout(ExamRoutes.preload, PRELOAD_DELAY);
    return () => clearTimeout(timer);
  }, []);
  const isHome = useRoute().screen === 'home';
  return (
    <>
      {isHome ? <ProviderList /> : <ExamRoutes />}
      <LaterNotices />
    </>
  );
};

/** A bug in a screen shows an error screen, never a blank page (spec: Errors). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Notice title="Unexpected Application Error!">
        <p>{String(error)}</p>
        <p>
          <a href={routes.providerList.address()}>Start again</a>
        </p>
      </Notice>
    );
  }
}

/** With the configuration, if it is known before the first render. */
export const App = ({ config }: { config?: Config | undefined }) => (
  <ErrorBoundary>
    <ConfigGate first={config}>
      <AppRoutes />
    </ConfigGate>
  </ErrorBoundary>
);
