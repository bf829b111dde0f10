import type { Context } from 'hono';
import { answerFile, answerMessage, type Headers, notFound } from './answer.ts';
import type { Files } from './files.ts';
import { areaOf, decodeSegments } from './request-address.ts';
import { pageHeaders } from './security-headers.ts';
import { followSitePolicy } from './site-policy.ts';

const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' };
const CHOSEN_BY = 'Accept, Sec-Fetch-Mode';

/** Answers GET and HEAD from the built site: its files, and the page for the addresses of screens. */
export function openSite(site: Files): (c: Context) => Promise<Response> {
  const findPolicy = followSitePolicy(site);
  return async (c) => {
    const isConfig = areaOf(c.req.path) === 'config';
    const policy: Headers = isConfig
      ? {}
      : { 'Content-Security-Policy': await findPolicy(c.req.url) };
    const segments = decodeSegments(c.req.path);
    const answerWithoutFile = () => {
      if (c.req.path === '/' || isNavigation(c)) {
        const status = segments && isRoute(segments) ? 200 : 404;
        const headers = { ...policy, ...pageHeaders, Vary: `Accept-Encoding, ${CHOSEN_BY}` };
        return answerFile(c, site, '/index.html', {
          headers,
          status,
          missing: () => answerMissingPage(c),
        });
      }
      return segments
        ? notFound(c, { Vary: CHOSEN_BY })
        : answerMessage(c, 400, 'The address holds a malformed escape.');
    };
    // An escaped slash separates nothing, so such a path names no file.
    if (!segments || segments.some((segment) => segment.includes('/'))) return answerWithoutFile();
    const path = `/${segments.join('/')}`;
    const file = path === '/' ? '/index.html' : path;
    const own = file.endsWith('.html') ? pageHeaders : {};
    const headers = Object.assign({}, policy, path.startsWith('/assets/') ? IMMUTABLE : own);
    return answerFile(c, site, file, { headers, missing: answerWithoutFile });
  };
}

/**
 * Whether a person opens the address. Only then does the page help, which explains that there is
 * nothing; a script or a call that gets HTML fails in stranger ways than with a 404.
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

/** The site is not built yet, or is being replaced right now. */
const answerMissingPage = (c: Context) =>
  answerMessage(c, 503, 'The site is not there yet. Try again in a moment.', {
    'Retry-After': '5',
  });
