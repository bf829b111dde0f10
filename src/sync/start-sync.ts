import { startSync as start } from './pairing.ts';
import { realMeans } from './sync-once.ts';

/** Keeps a paired device in step from now on. Returns a function that stops it. */
export const startSync = (syncUrl: string, apiUrl: string) => start(realMeans(syncUrl, apiUrl));
