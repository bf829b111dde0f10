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

/** OPTIONS on a path we know, a CORS preflight or not. */
export function answerOptions(): Response {
  return new Response(null, { status: 204, headers: { Allow: allowedMethods } });
}
