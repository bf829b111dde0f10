import { createContext, type ReactNode, use, useMemo } from 'react';
import type { Config } from '#contract/config.ts';
import { type Api, createApi } from './calls.ts';
import type { Send } from './fetch-answer.ts';

type Connection = { api: Api; config: Config };

const ConnectionContext = createContext<Connection | undefined>(undefined);

type ApiProviderProps = { config: Config; send: Send; children: ReactNode };

export const ApiProvider = ({ config, send, children }: ApiProviderProps) => {
  const { apiUrl } = config;
  const api = useMemo(() => createApi(apiUrl, send), [apiUrl, send]);
  const connection = useMemo(() => ({ api, config }), [api, config]);
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
};

type OtherApiProps = { apiUrl: string; api: Api; children: ReactNode };

/** For exams of another API, which have no pages elsewhere. */
export const OtherApi = ({ apiUrl, api, children }: OtherApiProps) => {
  const connection = useMemo(
    () => ({ api, config: { apiUrl, discussionUrl: false as const, reportUrl: undefined } }),
    [apiUrl, api],
  );
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
};

/** The configured API and its configuration. Throws outside its provider. */
export const useApi = (): Connection => {
  const connection = use(ConnectionContext);
  if (!connection) throw new Error('useApi must be used within an ApiProvider');
  return connection;
};
