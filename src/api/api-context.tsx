import { createContext, type ReactNode, use, useMemo } from 'react';
import type { Config } from '#contract/config.ts';
import { type Api, createApi } from './calls.ts';

type Connection = { api: Api; config: Config };

const ConnectionContext = createContext<Connection | undefined>(undefined);

export const ApiProvider = ({ config, children }: { config: Config; children: ReactNode }) => {
  const connection = useMemo(() => ({ api: createApi(config.apiUrl), config }), [config]);
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
};

/** The configured API and its configuration. Throws outside its provider, which is a bug. */
export const useApi = (): Connection => {
  const connection = use(ConnectionContext);
  if (!connection) throw new Error('useApi must be used within an ApiProvider');
  return connection;
};
