import { failed, type Result, success } from '#contract/result.ts';
import { SYNC_HEADER } from '#contract/sync.ts';
import { importLearnerFile, type Received } from '#learner/learner-file.ts';
import { delay, MAX_TRIES, waitAfter } from '#primitives/delay.ts';
import { seal, unseal } from './envelope.ts';
import type { Pairing } from './pairing-record.ts';
import { deriveKeys, hashOf } from './secret.ts';
import { collectShared, fitShared, joinDevices, readDevices } from './shared-file.ts';

/** Why devices are not in step. */
export type SyncFailure =
  /** The server can't be reached; it has no place for this; it has no room, or wants to be asked later. */
  | 'offline'
  | 'absent'
  | 'busy'
  /** What lies there is gone: stopped by another device, or unused for long. */
  | 'gone'
  /** It can't be read here, or a newer version of the app has written it. */
  | 'unreadable'
  | 'newer-version'
  /** This device can't store or read its data, or holds too much. */
  | 'not-stored'
  | 'too-large'
  /** This browser can't encrypt or compress: it is too old, or the site came without https. */
  | 'unable';

/** `syncUrl` is the address of the server's place, without a slash at its end. */
export const realMeans = (syncUrl: string, apiUrl: string) => ({
  syncUrl,
  apiUrl,
  send: (...request: Parameters<typeof fetch>) => fetch(...request),
  now: Date.now,
  /** Waits before another try, which a test need not. */
  wait: (time: number): Promise<unknown> => delay(time),
});
export type Means = ReturnType<typeof realMeans>;

/** How long an answer may take, in milliseconds. */
const TIMEOUT = 30_000;

const ask = async (
  { syncUrl, send }: Means,
  address: string,
  init: RequestInit,
): Promise<Result<Response, SyncFailure>> => {
  try {
    const request = { ...init, signal: AbortSignal.timeout(TIMEOUT), cache: 'no-store' as const };
    const answer = await send(`${syncUrl}/${address}`, request);
    if (!answer.headers.has(SYNC_HEADER)) return failed(answer.status < 500 ? 'absent' : 'busy');
    if (answer.status === 413) return failed('too-large');
    if (answer.status === 429 || answer.status >= 500) return failed('busy');
    return success(answer);
  } catch {
    return failed('offline');
  }
};

type Pulled = { kind: 'same' | 'nothing' } | { kind: 'object'; text: string; tag: string };

const pull = async (
  means: Means,
  { address, key }: Awaited<ReturnType<typeof deriveKeys>>,
  tag: string | undefined,
): Promise<Result<Pulled, SyncFailure>> => {
  const answer = await ask(means, address, { headers: tag ? { 'If-None-Match': tag } : {} });
  if (!answer.ok) return answer;
  const { status, headers } = answer.value;
  if (status === 304) return success({ kind: 'same' });
  if (status === 404) return success({ kind: 'nothing' });
  try {
    const object = new Uint8Array(await answer.value.arrayBuffer());
    const text = await unseal(object, key);
    const found = headers.get('ETag');
    return text && found ? success({ kind: 'object', text, tag: found }) : failed('unreadable');
  } catch {
    return failed('offline');
  }
};

export type Synced = { pairing: Pairing; received: Received[]; failure?: SyncFailure };

/** Whether what the other devices have left may still be stored: the learner may have stopped. */
type IsWanted = () => Promise<boolean>;

const trySync = async (pairing: Pairing, means: Means, isWanted: IsWanted): Promise<Synced> => {
  const keys = await deriveKeys(pairing.secret);
  let known = pairing;
  const received: Received[] = [];
  const end = (failure?: SyncFailure): Synced => ({
    pairing: known,
    received,
    ...(failure && { failure }),
  });
  const inStep = (tag: string | undefined, held: string) => {
    known = { ...known, ...(tag && { tag }), held, at: means.now() };
    return end();
  };
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const pulled = await pull(means, keys, known.tag);
    if (!pulled.ok) return end(pulled.failure);
    const there = pulled.value;
    if (there.kind === 'nothing' && (known.tag || !known.isFirst)) return end('gone');
    if (there.kind === 'object') {
      if (!(await isWanted())) return end();
      const imported = await importLearnerFile(there.text, means.apiUrl, { isWhole: true });
      if (!imported.ok) {
        const { failure } = imported;
        const isOurs = failure === 'newer-version' || failure === 'not-stored';
        return end(isOurs ? failure : 'unreadable');
      }
      received.push(...imported.value.received);
      const devices = joinDevices(readDevices(there.text), known.devices);
      known = { ...known, devices };
    }
    const shared = await collectShared(means.apiUrl, known.devices).catch(() => undefined);
    if (!shared) return end('not-stored');
    const mine = await fitShared(shared, (text) => seal(text, keys.key));
    if (!mine) return end('too-large');
    const held = await hashOf(mine.text);
    if (there.kind === 'same' && held === known.held) return inStep(known.tag, held);
    if (there.kind === 'object' && there.text === mine.text) return inStep(there.tag, held);
    const replaced = there.kind === 'object' ? there.tag : known.tag;
    const put = await ask(means, keys.address, {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/octet-stream',
        ...(replaced ? { 'If-Match': replaced } : { 'If-None-Match': '*' }),
      },
      body: mine.sealed,
    });
    if (!put.ok) return end(put.failure);
    if (put.value.ok) return inStep(put.value.headers.get('ETag') ?? undefined, held);
    // Another device was faster, or an answer was lost: what lies there now is read first.
    if (put.value.status !== 412) return end('unreadable');
    await means.wait(waitAfter(tries, Math.random()));
  }
  return end('busy');
};

/**
 * Takes what the other devices have left, adds it to this one's data, and leaves what they lack. What
 * can't be read is left as it lies. Never rejects.
 */
export const syncOnce = (
  pairing: Pairing,
  means: Means,
  isWanted: IsWanted = async () => true,
): Promise<Synced> =>
  trySync(pairing, means, isWanted).catch(() => ({ pairing, received: [], failure: 'unable' }));

/** Deletes what the server has. Resolves to whether it is gone. */
export const deleteShared = async ({ secret }: Pairing, means: Means) => {
  const { address } = await deriveKeys(secret);
  const answer = await ask(means, address, { method: 'DELETE' });
  return answer.ok && answer.value.ok;
};
