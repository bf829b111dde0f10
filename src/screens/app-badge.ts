type Badged = { setAppBadge?: (count: number) => Promise<void> };

/** Shows on the app's icon how many reviews today still asks for, where the system has badges. */
export const showBadge = (count: number) => {
  (navigator as Badged).setAppBadge?.(count).catch(() => undefined);
};
