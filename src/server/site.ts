import type { Context } from 'hono';
import { readRoute } from '#contract/routes.ts';
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
        const status = readRoute(c.req.path).screen === 'other' ? 404 : 200;
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

/** The site is not built yet, or is being replaced right now. */
const answerMissingPage = (c: Context) =>
  answerMessage(c, 503, 'The site is not there yet. Try again in a moment.', {
    'Retry-After': '5',
  });
