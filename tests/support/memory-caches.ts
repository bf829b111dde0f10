/** The origin of the page that owns the caches. */
export const SITE = 'https://certdeck.example';

type Asked = RequestInfo | URL;

const addressOf = (asked: Asked) =>
  new URL(asked instanceof Request ? asked.url : asked, SITE).href;

const createCache = (mayPut: (address: string) => boolean) => {
  const entries = new Map<string, Response>();
  return {
    match: async (asked: Asked) => entries.get(addressOf(asked))?.clone(),
    put: async (asked: Asked, answer: Response) => {
      const body = await answer.clone().arrayBuffer();
      if (!mayPut(addressOf(asked))) throw new DOMException('No room', 'QuotaExceededError');
      entries.set(addressOf(asked), new Response(body, { headers: answer.headers }));
    },
    delete: async (asked: Asked) => entries.delete(addressOf(asked)),
    keys: async () => [...entries.keys()].map((address) => new Request(address)),
  };
};

/** The part of the Cache API that the app uses, in memory. `mayPut` says whether there is room. */
export const createMemoryCaches = (mayPut: (address: string) => boolean = () => true) => {
  const caches = new Map<string, ReturnType<typeof createCache>>();
  return {
    open: async (name: string) => {
      const cache = caches.get(name) ?? createCache(mayPut);
      caches.set(name, cache);
      return cache as unknown as Cache;
    },
    has: async (name: string) => caches.has(name),
    match: async (asked: Asked, { cacheName = '' }: MultiCacheQueryOptions) =>
      caches.get(cacheName)?.match(asked),
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
  };
};
