/**
 * Where site data is blocked, some browsers throw at the mere mention of what stores it. From here on
 * such a thing is absent instead, which everything that uses it is ready for.
 */
const optional: [owner: object, names: string[]][] = [
  [globalThis, ['localStorage', 'indexedDB', 'caches', 'BroadcastChannel', 'trustedTypes']],
  [navigator, ['serviceWorker', 'storage', 'locks']],
];

for (const [owner, names] of optional) {
  for (const name of names) {
    try {
      Reflect.get(owner, name);
    } catch {
      Reflect.defineProperty(owner, name, { value: undefined });
    }
  }
}
