import { matchesTag } from './etag.ts';

/** One parameter list for the whole server: what a client may do with any known path. */
export const allowedMethods = 'GET, HEAD, OPTIONS';

type Headers = Record<string, string>;

/** A failure for programs: `{error}`. Never kept, because the next try may fare better. */
export function answerError(status: number, error: string, headers: Headers = {}): Response {
  return new Response(JSON.stringify({ error }), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  });
}

/** A failure for people: one line of plain text. */
export function answerText(status: number, text: string, headers: Headers = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}

/** 304 when the client has this very representation already. */
export function answerUnchanged(
  ifNoneMatch: string | null | undefined,
  headers: Headers & { ETag: string },
): Response | undefined {
  if (!matchesTag(ifNoneMatch, headers.ETag)) return undefined;
  return new Response(null, { status: 304, headers });
}

export function answerBytes(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  headers: Headers,
): Response {
  return new Response(bytes, {
    headers: { ...headers, 'Content-Type': type, 'Content-Length': `${bytes.byteLength}` },
  });
}

/** OPTIONS on a path we know, a CORS preflight or not. */
export function answerOptions(): Response {
  return new Response(null, { status: 204, headers: { Allow: allowedMethods } });
}
