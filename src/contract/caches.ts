/**
 * Names of the caches that are ours. None contains `-precache-`, which Workbox cleans up,
 * and nothing deletes a cache whose name it does not know.
 */
export const CONFIG_CACHE = 'certdeck/config';
export const SEEN_CACHE = 'certdeck/seen';
