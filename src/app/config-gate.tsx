import { type ReactNode, useCallback, useState } from 'react';
import { ApiProvider } from '#api/api-context.tsx';
import type { Config } from '#contract/config.ts';
import { fetchByStrategy, loadConfigSoon } from '#offline/app/config-source.ts';
import { LoadNote } from '#screens/load-note.tsx';
import { useCall, useSlow } from '#screens/use-call.ts';
import { AppShell } from './app-shell.tsx';
import { Notice } from './notice.tsx';

/** How long placeholders may go without a word. In milliseconds. */
const SILENT_FOR = 1000;

/** Nothing can be asked for before the configuration says where; its failure is shown (SPEC 2). */
export const ConfigGate = ({ children }: { children: ReactNode }) => {
  const [newer, setNewer] = useState<Config>();
  const { answer, retry } = useCall(useCallback(() => loadConfigSoon(setNewer), []));
  const isSlow = useSlow(SILENT_FOR);
  const config = newer ?? (answer?.ok ? answer.value : undefined);

  if (config) {
    return (
      <ApiProvider config={config} fetchAnswer={fetchByStrategy}>
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
