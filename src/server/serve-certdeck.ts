import { stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { loadBank } from '#bank/bank.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { createApp } from './app.ts';
import type { Settings } from './environment.ts';
import { createHttpServer } from './http-server.ts';
import { readPictureFile } from './picture-file.ts';
import { writeProblems } from './problems.ts';
import { openSiteFolder } from './site-folder.ts';

export type RunningServer = {
  /** Where it answers, without a trailing slash. */
  address: string;
  /** What whoever started it should know. */
  notices: string[];
  /** Ends when running requests are done, or after `limit` milliseconds. */
  close(limit: number): Promise<void>;
};

/** Loads the bank and serves it with the site. The failure is lines for people. */
export async function serveCertDeck(settings: Settings): Promise<Result<RunningServer, string[]>> {
  const { bankFolder, siteFolder, siteWanted, host, port } = settings;
  if (!(await isFolder(bankFolder))) return failed([`There is no bank folder at ${bankFolder}.`]);
  const hasSite = await isFolder(siteFolder);
  if (siteWanted && !hasSite) return failed([`There is no site folder at ${siteFolder}.`]);

  const bank = await loadBank(bankFolder);
  if (!bank.ok) return failed(writeProblems(bank.failure));

  const log = (error: unknown) => console.error(error);
  const app = createApp({
    bank: bank.value,
    readPicture: readPictureFile,
    site: await openSiteFolder(siteFolder),
    log,
  });
  const { server, close } = createHttpServer(app, log);
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(undefined));
  });
  if (error) return failed([explainListening(error, host, port)]);
  const notices = hasSite ? [] : [`There is no site at ${siteFolder} yet: only the API answers.`];
  return success({ address: writeAddress(server.address() as AddressInfo), notices, close });
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
