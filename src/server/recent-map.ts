export type RecentMap<Value> = {
  get(key: string): Value | undefined;
  /** Puts a value in, or says that it was used. */
  keep(key: string, value: Value): void;
  forget(key: string): void;
};

/** Keeps values of so many bytes together, and so many of them: the ones used last. */
export function createRecentMap<Value extends { bytes: number }>(
  mostBytes: number,
  mostValues = Number.POSITIVE_INFINITY,
): RecentMap<Value> {
  // In order of use, so its first entry is the one that nobody missed for longest.
  const kept = new Map<string, Value>();
  let room = mostBytes;

  const forget = (key: string) => {
    room += kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, value: Value) => {
    forget(key);
    kept.set(key, value);
    room -= value.bytes;
    for (const oldest of kept.keys()) {
      if (room >= 0 && kept.size <= mostValues) break;
      forget(oldest);
    }
  };
  return { get: (key) => kept.get(key), keep, forget };
}
