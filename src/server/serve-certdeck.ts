import { stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { refreshCompiledBank } from '#bank/compile/compile-folder.ts';
import { printDiagnostics } from '#bank/diagnostic.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { createApp } from './app.ts';
import type { Settings } from './environment.ts';
import { openFolder } from './folder-files.ts';
import { createHttpServer } from './http-server.ts';

export type RunningServer = {
  /** Where it answers, without a trailing slash. */
  address: string;
  /** What whoever started it should know. */
  notices: string[];
  /** Ends when running requests are done, or after `limit` milliseconds. */
  close(limit: number): Promise<void>;
};

/** Serves the compiled bank with the site. The failure is lines for people. */
export async function serveCertDeck(settings: Settings): Promise<Result<RunningServer, string[]>> {
  const { siteFolder, siteWanted, host, port } = settings;
  const hasSite = await isFolder(siteFolder);
  if (siteWanted && !hasSite) return failed([`There is no site folder at ${siteFolder}.`]);
  const data = await findData(settings);
  if (!data.ok) return data;

  const log = (error: unknown) => console.error(error);
  const app = createApp({ data: openFolder(data.value), site: openFolder(siteFolder), log });
  const logRequest = settings.logsRequests ? (line: string) => console.log(line) : undefined;
  const { trustsProxy } = settings;
  const { server, close } = createHttpServer(app, log, { logRequest, trustsProxy });
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(undefined));
  });
  if (error) return failed([explainListening(error, host, port)]);
  const notices = hasSite ? [] : [`There is no site at ${siteFolder} yet: only the API answers.`];
  return success({ address: writeAddress(server.address() as AddressInfo), notices, close });
}

/** The folder of the compiled bank: the one built with the site, or that of the named bank. */
async function findData(settings: Settings): Promise<Result<string, string[]>> {
  const { bankFolder, siteFolder, cacheFolder } = settings;
  if (!bankFolder) {
    const built = join(siteFolder, 'data');
    if (await isFolder(built)) return success(built);
    return failed([`There is no compiled bank at ${built}. Build the site, or set BANK_DIR.`]);
  }
  if (!(await isFolder(bankFolder))) return failed([`There is no bank folder at ${bankFolder}.`]);
  const compiled = await refreshCompiledBank(bankFolder, join(cacheFolder, 'banks'));
  return compiled.ok ? compiled : failed(printDiagnostics(compiled.failure));
}

const isFolder = (path: string) =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

const writeAddress = ({ address, port }: AddressInfo) =>
  `http://${address.includes(':') ? `[${address}]` : address}:${port}`;

function explainListening(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use already. Set PORT to another one.`;
    case 'EACCES':
      return `Port ${port} on ${host} is not allowed to this user. Set PORT to another one.`;
    default:
      return `${host} is no address to listen on (${error.code ?? error.message}). Set HOST to another one.`;
  }
}
