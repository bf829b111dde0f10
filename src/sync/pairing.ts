import { RUN_ENDED } from '#learner/announcements.ts';
import { createObservable } from '#primitives/observable.ts';
import {
  isStillPaired,
  type Pairing,
  readPairing,
  updatePairing,
  writePairing,
} from './pairing-record.ts';
import { createSecret } from './secret.ts';
import { createDevice, joinDevices } from './shared-file.ts';
import { deleteShared, type Means, type Synced, type SyncFailure, syncOnce } from './sync-once.ts';

/** This device among those that it is paired with: pairing, keeping in step, and stopping. */

export type SyncStatus = {
  pairing: Pairing | undefined;
  isBusy: boolean;
  /** Why it is not in step; undefined if nothing went wrong last. */
  failure?: SyncFailure | undefined;
};

const status = createObservable<SyncStatus>({ pairing: undefined, isBusy: false });
export const { read: readSyncStatus, subscribe: subscribeToSyncStatus } = status;

/** One tab at a time; another one's result is as good. */
const alone = async (work: () => Promise<void>) => {
  if (!navigator.locks) return work();
  await navigator.locks.request('certdeck/sync', { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
};

let running: Promise<void> | undefined;

const run = async (means: Means) => {
  const pairing = await readPairing();
  status.set({ ...status.read(), pairing });
  if (!pairing) return;
  status.set({ ...status.read(), isBusy: true });
  const synced = await syncOnce(pairing, means, () => isStillPaired(pairing));
  await updatePairing(pairing, synced.failure === 'gone' ? undefined : synced.pairing);
  status.set({ pairing: await readPairing(), isBusy: false, failure: synced.failure });
};

let isAskedAgain = false;

/**
 * Brings this device in step, if it is paired; once more if it is asked to meanwhile, as there may be
 * more to tell. What goes wrong is told by the status.
 */
const sync = (means: Means) => {
  if (running) {
    isAskedAgain = true;
    return;
  }
  running = alone(() => run(means)).finally(() => {
    running = undefined;
    if (status.read().isBusy) status.set({ ...status.read(), isBusy: false });
    const isMore = isAskedAgain;
    isAskedAgain = false;
    if (isMore) sync(means);
  });
};

let stopWatching: (() => void) | undefined;

/**
 * Keeps in step from now on: at once, when a run has ended, when the page is left or comes back, and
 * when the network does. Returns a function that stops it.
 */
export const startSync = (means: Means) => {
  stopWatching?.();
  const watching = new AbortController();
  const { signal } = watching;
  const act = () => sync(means);
  window.addEventListener(RUN_ENDED, act, { signal });
  window.addEventListener('online', act, { signal });
  document.addEventListener('visibilitychange', act, { signal });
  stopWatching = () => watching.abort();
  sync(means);
  return stopWatching;
};

/** Reads anew whether this device is paired, and keeps in step if it is. */
export const refreshPairing = async (means: Means) => {
  const pairing = await readPairing();
  // Known at once, even while another tab is at work.
  status.set({ ...status.read(), pairing });
  if (pairing) startSync(means);
  else stopWatching?.();
};

/** Pairs with whoever has this secret, once what lies there was read. */
const pairBy = async (pairing: Pairing, means: Means): Promise<Synced> => {
  const synced = await syncOnce(pairing, means);
  if (synced.failure) return synced;
  if (!(await writePairing(synced.pairing))) return { ...synced, failure: 'not-stored' };
  status.set({ pairing: synced.pairing, isBusy: false });
  startSync(means);
  return synced;
};

/** Makes a secret for another device, and leaves on the server what this one knows. */
export const pairNew = async (means: Means): Promise<Synced> => {
  const known = await readPairing();
  if (known) {
    // Another tab was faster.
    await refreshPairing(means);
    return { pairing: known, received: [] };
  }
  const device = createDevice();
  const secret = createSecret();
  return pairBy({ version: 1, secret, device, devices: [device], isFirst: true }, means);
};

/** Tells the others that this device has stopped, if the network allows. Takes nothing from them. */
const leave = (pairing: Pairing, means: Means) => {
  const devices = joinDevices(pairing.devices, [`-${pairing.device}`]);
  void syncOnce({ ...pairing, devices }, means, async () => false);
};

/** Pairs with whoever has this secret, instead of those that this device was paired with. */
export const join = async (secret: string, means: Means): Promise<Synced> => {
  const known = await readPairing();
  if (known?.secret === secret) return pairBy(known, means);
  const device = createDevice();
  const synced = await pairBy({ version: 1, secret, device, devices: [device] }, means);
  if (known && !synced.failure) leave(known, means);
  return synced;
};

const forget = async () => {
  if (!(await writePairing(undefined))) return false;
  stopWatching?.();
  status.set({ pairing: undefined, isBusy: false });
  return true;
};

/** Forgets the pairing on this device; the others go on. Resolves to whether it is forgotten. */
export const stopHere = async (means: Means) => {
  const pairing = await readPairing();
  if (!(await forget())) return false;
  if (pairing) leave(pairing, means);
  return true;
};

/** Deletes what the server has, so that the other devices stop, too. Resolves to whether it is gone. */
export const stopEverywhere = async (means: Means) => {
  const pairing = await readPairing();
  if (pairing && !(await deleteShared(pairing, means))) return false;
  return forget();
};
