/** The browser's word on the network: a hint, never proof. */
export const readOnline = () => navigator.onLine;

export const subscribeToOnline = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};
