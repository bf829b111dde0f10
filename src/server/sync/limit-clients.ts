import { MINUTE } from '#primitives/time.ts';

/** Clients remembered within a minute; with more, all of them begin anew. */
const MOST_CLIENTS = 10_000;

/** The first half of an IPv6 address: one client may have all addresses that begin with it. */
export const networkOf = (client: string) => client.split(':').slice(0, 4).join(':');

/** Counts what each client does within a minute. The function tells whether it may do it once more. */
export const limitClients = (most: number, now = Date.now) => {
  const counts = new Map<string, number>();
  let began = now();
  return (client: string) => {
    if (now() - began >= MINUTE || counts.size >= MOST_CLIENTS) {
      counts.clear();
      began = now();
    }
    const network = networkOf(client);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    return count <= most;
  };
};
