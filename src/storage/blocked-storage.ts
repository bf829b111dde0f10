/**
 * Where site data is blocked, some browsers throw when a storage API is merely read. This makes it
 * undefined instead, which all of its users expect.
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
