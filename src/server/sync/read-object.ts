import { LARGEST_OBJECT } from '#contract/sync.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes of all bodies that are in memory at once: 16 of the largest, or a thousand usual ones. */
const MOST_HELD = 16 * LARGEST_OBJECT;

/**
 * Gives a function that reads a body and has it used. It resolves to a status as soon as the body is
 * larger than any object, or many clients send theirs at once.
 */
export const createObjectReader = () => {
  let held = 0;
  return async <T>({ body }: Request, use: (object: Bytes) => Promise<T>) => {
    const chunks: Bytes[] = [];
    let size = 0;
    try {
      for await (const chunk of (body ?? []) as AsyncIterable<Bytes>) {
        size += chunk.length;
        held += chunk.length;
        if (size > LARGEST_OBJECT) return 413;
        if (held > MOST_HELD) return 429;
        chunks.push(chunk);
      }
      return await use(new Uint8Array(await new Blob(chunks).arrayBuffer()));
    } finally {
      held -= size;
    }
  };
};
