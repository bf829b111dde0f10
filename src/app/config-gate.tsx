import { type ReactNode, useCallback, useState } from 'react';
import { ApiProvider } from '#api/api-context.tsx';
import type { Config } from '#contract/config.ts';
import { LoadNote } from '#screens/loading/load-note.tsx';
import { useCall, useSlow } from '#screens/loading/use-call.ts';
import { AppShell, Notice } from './app-shell.tsx';
import { fetchByStrategy, takeConfig } from './config-source.ts';

/** How long placeholders are shown before an explanation appears, in milliseconds. */
const SILENT_FOR = 1000;

type ConfigGateProps = { first?: Config | undefined; children: ReactNode };

/** Nothing can be requested before the configuration has loaded; shows its failure (spec: Errors). */
export const ConfigGate = ({ first, children }: ConfigGateProps) => {
  const [newer, setNewer] = useState<Config>();
  const { answer, retry } = useCall(useCallback(() => takeConfig(setNewer), []));
  const isSlow = useSlow(SILENT_FOR);
  const config = newer ?? (answer?.ok ? answer.value : first);

  if (config) {
    return (
      <ApiProvider config={config} send={fetchByStrategy}>
        {children}
      </ApiProvider>
    );
  }
  if (answer?.ok === false) {
    return (
      <Notice title="App failed to load configuration.">
        <LoadNote subject="configuration" failure={answer.failure} onRetry={retry} />
      </Notice>
    );
  }
  return (
    <AppShell>
      <p role="status">{isSlow && 'Loading CertDeck…'}</p>
    </AppShell>
  );
};
