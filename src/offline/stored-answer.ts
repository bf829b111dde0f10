import { findType } from './picture-validation.ts';

const KEPT_HEADERS = ['etag', 'last-modified'];

/**
 * The answer as it is stored: its body and type, with a length of its own and nothing else. Gives
 * as many as are asked for; a clone of a response costs several times as much.
 */
export const rebuildAnswer = async (answer: Response) => {
  const body = await answer.arrayBuffer();
  const headers = new Headers({ 'content-length': String(body.byteLength) });
  const type = findType(answer.headers.get('content-type'), body);
  if (type) headers.set('content-type', type);
  for (const name of KEPT_HEADERS) {
    const value = answer.headers.get(name);
    if (value) headers.set(name, value);
  }
  return () => new Response(body, { headers });
};

/** What varies in our requests never changes the answer. */
export const MATCH = { ignoreVary: true } as const;
