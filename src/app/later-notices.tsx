import { type ComponentType, useEffect, useState } from 'react';
import { untilDone } from '#primitives/delay.ts';

/** Registers the service worker, whose code the first paint does not need. */
export const registerWorker = () =>
  untilDone(async () => (await import('#offline/page/service-worker.ts')).registerWorker());

/** Toasts and background work: their code loads after the first screen. */
export const LaterNotices = () => {
  const [Notices, setNotices] = useState<ComponentType>();
  useEffect(() => {
    const controller = new AbortController();
    const load = async () => {
      const loaded = await import('./notices.tsx');
      if (!controller.signal.aborted) setNotices(() => loaded.Notices);
    };
    untilDone(load, controller.signal);
    return () => controller.abort();
  }, []);
  return Notices && <Notices />;
};
