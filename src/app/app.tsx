import type { Config } from '#contract/config.ts';
import { AppRoutes } from './app-routes.tsx';
import { ConfigGate } from './config-gate.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

type AppProps = {
  /** The configuration, where it is known before anything is rendered. */
  config?: Config | undefined;
};

export const App = ({ config }: AppProps) => (
  <ErrorBoundary>
    <ConfigGate first={config}>
      <AppRoutes />
    </ConfigGate>
  </ErrorBoundary>
);
