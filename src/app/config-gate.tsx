import { type ReactNode, useEffect, useState } from 'react';
import { ApiProvider } from '#api/api-context.tsx';
import { logFailure } from '#api/error-catalogue.ts';
import type { Config } from '#contract/config.ts';
import type { Failure } from '#contract/failure.ts';
import type { Result } from '#contract/result.ts';
import { loadConfigSoon } from '#offline/config-source.ts';
import { fetchByPolicy } from '#offline/policy-fetch.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Screen } from '#ui/screen.tsx';
import { Notice } from './notice.tsx';

/** Nothing can be asked for before the configuration says where; its failure is shown (SPEC 2). */
export const ConfigGate = ({ children }: { children: ReactNode }) => {
  const [result, setResult] = useState<Result<Config, Failure>>();

  useEffect(() => {
    let isCurrent = true;
    const takeNewer = (value: Config) => isCurrent && setResult({ ok: true, value });
    loadConfigSoon(takeNewer).then((loaded) => {
      if (!isCurrent) return;
      if (!loaded.ok) logFailure(loaded.failure);
      setResult(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, []);

  if (!result) return <Screen title="" actions={<ThemeToggle />} />;
  if (!result.ok) return <Notice title="App failed to load configuration." />;
  return (
    <ApiProvider config={result.value} fetchAnswer={fetchByPolicy}>
      {children}
    </ApiProvider>
  );
};
