/** A channel between this site's tabs; undefined where the browser lacks or blocks it. */
export const openChannel = (name: string) => {
  try {
    return new BroadcastChannel(name);
  } catch {
    // Firefox throws where site data is blocked.
    return undefined;
  }
};
