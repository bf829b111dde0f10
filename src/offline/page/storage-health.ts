import { createObservable } from '#primitives/observable.ts';

/** The browser's estimates in bytes; undefined where it has none. */
type StorageHealth = {
  usage?: number | undefined;
  free?: number | undefined;
  /** The browser has promised not to clear this site's data by itself. */
  isPersistent: boolean;
};

const health = createObservable<StorageHealth>({ isPersistent: false });

export const { read: readStorageHealth, subscribe: subscribeToStorageHealth } = health;

export const checkStorage = async () => {
  const [estimate, isPersistent] = await Promise.all([
    navigator.storage?.estimate?.().catch(() => undefined),
    navigator.storage?.persisted?.().catch(() => false),
  ]);
  const { usage, quota } = estimate ?? {};
  const free = quota === undefined ? undefined : Math.max(0, quota - (usage ?? 0));
  health.set({ usage, free, isPersistent: isPersistent ?? false });
};

let hasAsked = false;

/** Asks the browser once a visit to keep this site's data. */
export const askForPersistence = async () => {
  if (hasAsked) return;
  hasAsked = true;
  await navigator.storage?.persist?.().catch(() => false);
  await checkStorage();
};
