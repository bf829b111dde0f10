import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useApi } from '#api/api-context.tsx';
import { readSyncStatus, refreshPairing, subscribeToSyncStatus } from '#sync/pairing.ts';
import { realMeans } from '#sync/sync-once.ts';

/** How this device is paired, read anew at first, and what it takes to reach the others. */
export const usePairing = () => {
  const { apiUrl, syncUrl = '' } = useApi().config;
  const status = useSyncExternalStore(subscribeToSyncStatus, readSyncStatus);
  const means = useMemo(() => realMeans(syncUrl, apiUrl), [syncUrl, apiUrl]);
  useEffect(() => void refreshPairing(means), [means]);
  return { status, means };
};
