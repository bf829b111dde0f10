import type { Context, Hono } from 'hono';
import { chooseEncoding } from './accept-encoding.ts';
import { answerBytes, answerOptions, answerText, answerUnchanged } from './answers.ts';
import { refuseMethod, refuseUnknown } from './refusals.ts';
import { decodeSegments } from './request-address.ts';
import type { Encoding, Site, SiteFile } from './site.ts';

/** Adds the built site to the app, after everything else: it takes what nobody took. */
export function addSite(app: Hono, site: Site): void {
  const answer = async (c: Context) => {
    const segments = decodeSegments(c.req.path);
    if (!segments) return answerText(400, 'The address holds a malformed escape.');
    // A slash that came as an escape separates nothing, so such a path is no file's.
    const path = segments.some((segment) => segment.includes('/')) ? '' : `/${segments.join('/')}`;
    const file = await site.find(path === '/' ? '/index.html' : path);
    if (file) return answerFile(c, file, path.startsWith('/assets/'));
    if (path === '/') return answerMissingShell();
    return isRoute(site, segments) ? answerRoute(c, site) : refuseUnknown(c);
  };

  app.get('*', answer);
  app.options('*', answerOptions);
  app.all('*', refuseMethod);
}

/**
 * Whether the app's router answers for the path. Names of providers and exams may hold dots, so
 * only the place decides: a name with an extension at the root is a file's, and so is everything
 * in a folder of the site; the build's own folder is one even while it is being replaced.
 */
function isRoute(site: Site, segments: string[]): boolean {
  const [first = '', ...rest] = segments;
  if (first === 'assets' || site.hasFolder(first)) return false;
  return rest.length > 0 || !first.includes('.');
}

async function answerRoute(c: Context, site: Site): Promise<Response> {
  // Only a navigation wants the shell; a script that gets HTML fails in stranger ways than by 404.
  if (!c.req.header('Accept')?.toLowerCase().includes('text/html')) {
    return answerText(404, 'There is nothing at this address.', { Vary: 'Accept' });
  }
  const shell = await site.find('/index.html');
  if (!shell) return answerMissingShell();
  const answer = answerFile(c, shell, false);
  answer.headers.append('Vary', 'Accept');
  return answer;
}

/** The site is not built, or just being replaced. */
const answerMissingShell = () =>
  answerText(503, 'The site is not there yet. Try again in a moment.', { 'Retry-After': '5' });

function answerFile(c: Context, file: SiteFile, immutable: boolean): Response {
  const available = Object.keys(file.encoded) as Encoding[];
  const encoding = chooseEncoding(c.req.header('Accept-Encoding'), available);
  const encoded = encoding === 'identity' ? undefined : file.encoded[encoding];
  const headers = {
    ETag: encoded ? `"${file.hash}-${encoding}"` : `"${file.hash}"`,
    'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
  };
  return (
    answerUnchanged(c.req.header('If-None-Match'), headers) ??
    answerBytes(encoded ?? file.bytes, file.type, {
      ...headers,
      ...(encoded && { 'Content-Encoding': encoding }),
    })
  );
}
