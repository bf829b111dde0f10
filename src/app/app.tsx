import { AppRoutes } from './app-routes.tsx';
import { ConfigGate } from './config-gate.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

export const App = () => (
  <ErrorBoundary>
    <ConfigGate>
      <AppRoutes />
    </ConfigGate>
  </ErrorBoundary>
);
