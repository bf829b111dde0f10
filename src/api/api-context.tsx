import { createContext, type ReactNode, use, useMemo } from 'react';
import type { Config } from '#contract/config.ts';
import { type Api, createApi } from './calls.ts';
import type { Send } from './fetch-answer.ts';

export type Connection = { api: Api; config: Config };

export const ConnectionContext = createContext<Connection | undefined>(undefined);

type ApiProviderProps = { config: Config; send: Send; children: ReactNode };

export const ApiProvider = ({ config, send, children }: ApiProviderProps) => {
  const { apiUrl } = config;
  const api = useMemo(() => createApi(apiUrl, send), [apiUrl, send]);
  const connection = useMemo(() => ({ api, config }), [api, config]);
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
};

/** The configured API and its configuration. Throws outside its provider. */
export const useApi = (): Connection => {
  const connection = use(ConnectionContext);
  if (!connection) throw new Error('useApi must be used within an ApiProvider');
  return connection;
};
