import { Workbox } from 'workbox-window';

/** The worker that keeps the app on the device. Without support the app works online. */
export const registerWorker = () => {
  if (!('serviceWorker' in navigator)) return;
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  workbox.register().catch((error) => console.warn('The service worker was refused', error));
};
