import { SHARED_CACHE } from '#contract/caches.ts';
import { SHARED_SEARCH } from '#contract/own.ts';

type LaunchQueue = {
  setConsumer: (
    consume: (launch: { files?: readonly { getFile: () => Promise<File> }[] }) => void,
  ) => void;
};

/** Files that another app has shared, each given once. */
const takeShared = async () => {
  const cache = await caches.open(SHARED_CACHE);
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const found = await cache.match(request);
    if (!found) continue;
    const name = decodeURIComponent(found.headers.get('x-name') ?? '');
    files.push(new File([await found.arrayBuffer()], name));
  }
  await caches.delete(SHARED_CACHE);
  return files;
};

/** Calls back with the files that the system has opened this page with, where it can. */
export const receiveFiles = async (receive: (files: File[]) => void) => {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(async ({ files = [] }) => {
    if (files.length > 0) receive(await Promise.all(files.map((file) => file.getFile())));
  });
  if (location.search !== SHARED_SEARCH) return;
  // A reload would open them again.
  history.replaceState(history.state, '', location.pathname);
  const files = await takeShared().catch(() => []);
  if (files.length > 0) receive(files);
};
