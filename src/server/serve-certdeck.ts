import { createHash } from 'node:crypto';
import { mkdir, readdir, readlink, rename, rm, rmdir, stat, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { compileBank } from '#bank/compile/compile-folder.ts';
import { printDiagnostics } from '#bank/diagnostic.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { createApp } from './app.ts';
import type { Settings } from './environment.ts';
import { openFolder } from './folder-files.ts';
import { createHttpServer, readClient } from './http-server.ts';
import { openFolderPlace } from './sync/folder-place.ts';

/**
 * Serves the compiled bank and the site, at an address without a trailing slash. The notices and the
 * failure are lines for the operator.
 */
export async function serveCertDeck(settings: Settings) {
  const { siteFolder, siteWanted, host, port, logsRequests, trustsProxy, hsts } = settings;
  const hasSite = await isFolder(siteFolder);
  if (siteWanted && !hasSite) return failed([`There is no site folder at ${siteFolder}.`]);
  const data = await findData(settings);
  if (!data.ok) return data;

  const place = settings.sync && openFolderPlace(settings.sync.folder, settings.sync.most);
  const app = createApp({
    data: openFolder(data.value),
    site: openFolder(siteFolder),
    sync: place && {
      place,
      clientOf: ({ env }) => readClient((env as HttpBindings).incoming, trustsProxy) ?? '',
    },
  });
  const logRequest = logsRequests ? (line: string) => console.log(line) : undefined;
  const { server, close } = createHttpServer(app, { logRequest, trustsProxy, hsts });
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(undefined));
  });
  if (error) return failed([explainListening(error, host, port)]);
  const notices = hasSite ? [] : [`There is no site at ${siteFolder} yet: only the API answers.`];
  return success({ address: writeAddress(server.address() as AddressInfo), notices, close });
}

/** The folder of the compiled bank: the one built with the site, or that of BANK_DIR. */
async function findData(settings: Settings): Promise<Result<string, string[]>> {
  const { bankFolder, siteFolder, cacheFolder } = settings;
  if (!bankFolder) {
    const built = join(siteFolder, 'data');
    if (await isFolder(built)) return success(built);
    return failed([`There is no compiled bank at ${built}. Build the site, or set BANK_DIR.`]);
  }
  if (!(await isFolder(bankFolder))) return failed([`There is no bank folder at ${bankFolder}.`]);
  const name = createHash('sha256').update(bankFolder).digest('hex').slice(0, 16);
  const place = join(cacheFolder, 'banks', name);
  const next = `${Date.now()}-${process.pid}`;
  let made: string | undefined;
  const removeMade = async () => {
    await rm(join(place, next), { recursive: true, force: true });
    // Another server may use the folders above by now; those are not empty.
    for (let folder = place; made && folder.length >= made.length; folder = dirname(folder)) {
      await rmdir(folder);
    }
  };
  try {
    made = await mkdir(join(place, next), { recursive: true });
    const compiled = await compileBank(bankFolder, join(place, next));
    if (compiled.ok) return success(await switchTo(place, next));
    await removeMade().catch(() => {});
    return failed(printDiagnostics(compiled.failure));
  } catch (error) {
    await removeMade().catch(() => {});
    const { code, path = '' } = error as NodeJS.ErrnoException;
    if (!code || path.startsWith(bankFolder)) throw error;
    return failed([`CACHE_DIR, which is ${cacheFolder}, can't be written to (${code}).`]);
  }
}

/**
 * Links to the next compiled bank in one step: a server that still runs with the old files goes on
 * with the new ones, and lacks none in between.
 */
async function switchTo(place: string, next: string): Promise<string> {
  const link = join(place, 'current');
  const last = await readlink(link).catch(() => '');
  await symlink(next, `${link}.${next}`, 'junction');
  await rename(`${link}.${next}`, link);
  // The last one stays until the next start, for requests that are under way; a newer one is
  // another server's.
  const timeOf = (name: string) => Number(name.split('-')[0]);
  for (const name of await readdir(place)) {
    const isNeeded = name.startsWith('current') || timeOf(name) >= timeOf(last);
    // What can't be removed does no harm.
    if (!isNeeded) await rm(join(place, name), { recursive: true, force: true }).catch(() => {});
  }
  return link;
}

const isFolder = (path: string) =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

const writeAddress = ({ address, port }: AddressInfo) =>
  `http://${address.includes(':') ? `[${address}]` : address}:${port}`;

const reasons: Record<string, string> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'is not allowed for this user',
};

const explainListening = (
  { code = '', message }: NodeJS.ErrnoException,
  host: string,
  port: number,
) =>
  code in reasons
    ? `Port ${port} on ${host} ${reasons[code]}. Set PORT to another one.`
    : `${host} is not an address to listen on (${code || message}). Set HOST to another one.`;
