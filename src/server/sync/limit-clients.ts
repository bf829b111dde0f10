import { MINUTE } from '#primitives/time.ts';

/** Clients remembered within a minute; with more, all of them begin anew. */
const MOST_CLIENTS = 10_000;

/** Counts what each client does within a minute. The function tells whether it may do it once more. */
export const limitClients = (most: number, now = Date.now) => {
  const counts = new Map<string, number>();
  let began = now();
  return (client: string) => {
    if (now() - began >= MINUTE || counts.size >= MOST_CLIENTS) {
      counts.clear();
      began = now();
    }
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    return count <= most;
  };
};
