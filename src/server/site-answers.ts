import type { Context, Hono } from 'hono';
import { answerOptions, answerText } from './answers.ts';
import { methodNotAllowed, notFound } from './errors.ts';
import type { Files } from './files.ts';
import { decodeSegments } from './request-address.ts';
import { sendFile } from './send-file.ts';

/** Adds the built site to the app, after everything else: it takes what nobody took. */
export function addSite(app: Hono, site: Files): void {
  app.get('*', async (c) => {
    const segments = decodeSegments(c.req.path);
    if (segments) {
      // A slash that came as an escape separates nothing, so such a path is no file's.
      const isPath = !segments.some((segment) => segment.includes('/'));
      const path = `/${segments.join('/')}`;
      const file = path === '/' ? '/index.html' : path;
      const isImmutable = path.startsWith('/assets/');
      const sent = isPath && (await sendFile(c, site, file, { isImmutable }));
      if (sent) return sent;
      if (path === '/') return answerMissingShell();
    }
    if (isNavigation(c)) return answerPage(c, site, segments !== undefined && isRoute(segments));
    if (!segments) return answerText(400, 'The address holds a malformed escape.');
    return notFound(c, { Vary: CHOSEN_BY });
  });
  app.options('*', answerOptions);
  app.all('*', methodNotAllowed);
}

const CHOSEN_BY = 'Accept, Sec-Fetch-Mode';

/**
 * Whether a person goes to the address, to whom the app can explain that there is nothing. A
 * script or a call that gets HTML fails in stranger ways than by 404.
 */
function isNavigation(c: Context): boolean {
  const mode = c.req.header('Sec-Fetch-Mode');
  if (mode !== undefined) return mode === 'navigate';
  return c.req.header('Accept')?.toLowerCase().includes('text/html') ?? false;
}

/** Whether the app has a screen at the path, which may end in a slash. */
function isRoute(segments: string[]): boolean {
  const [first, ...ids] = segments.at(-1) === '' ? segments.slice(0, -1) : segments;
  return first === 'exams' && (ids.length === 1 || ids.length === 2) && !ids.includes('');
}

async function answerPage(c: Context, site: Files, isFound: boolean): Promise<Response> {
  c.status(isFound ? 200 : 404);
  const vary = `Accept-Encoding, ${CHOSEN_BY}`;
  return (await sendFile(c, site, '/index.html', { vary })) ?? answerMissingShell();
}

/** The site is not built, or just being replaced. */
const answerMissingShell = () =>
  answerText(503, 'The site is not there yet. Try again in a moment.', { 'Retry-After': '5' });
