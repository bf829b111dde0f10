import type { Context } from 'hono';
import { getMimeType, mimes } from 'hono/utils/mime';
import type { Files, ServedFile } from './files.ts';
import { areaOf } from './request-address.ts';
import { areaHeaders } from './security-headers.ts';

/**
 * Every answer is made here, in one step with all of its headers. Hono's own middlewares (etag,
 * secure-headers, cors, serve-static) add them to a finished answer, for which its Node adapter has
 * to build the full Response: with them, one core answers a fifth of the requests a second. They
 * also would send a compressed copy that is left from an older build, and follow links.
 */

export type Headers = Record<string, string>;

/** The headers of the path's area. */
const baseOf = (c: Context) => areaHeaders[areaOf(c.req.path)];

/** A message: `{error}` in JSON from the API, a line of text from the site. Never cached. */
export function answerMessage(c: Context, status: number, text: string, headers: Headers = {}) {
  const area = areaOf(c.req.path);
  const isJson = area === 'api' || area === 'images' || area === 'sync';
  return new Response(isJson ? JSON.stringify({ error: text }) : `${text}\n`, {
    status,
    headers: {
      ...baseOf(c),
      'Content-Type': isJson ? 'application/json' : 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}

export const notFound = (c: Context, headers?: Headers) =>
  answerMessage(c, 404, 'There is nothing at this address.', headers);

/** For every method but `methods`: OPTIONS, a CORS preflight or not, and refusals. */
export function answerOtherMethod(c: Context, methods = ['GET', 'HEAD']) {
  const allowed = { Allow: [...methods, 'OPTIONS'].join(', ') };
  if (c.req.method !== 'OPTIONS') {
    return answerMessage(c, 405, `${c.req.method} is not allowed here.`, allowed);
  }
  const preflight = {
    ...allowed,
    'Access-Control-Allow-Methods': methods.join(','),
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Max-Age': '86400',
  };
  const headers = areaOf(c.req.path) === 'site' ? allowed : preflight;
  return new Response(null, { status: 204, headers: { ...baseOf(c), ...headers } });
}

const types = { ...mimes, svg: 'image/svg+xml' };

const encodings = [
  { name: 'br', accepted: /\bbr\b(?!\s*;\s*q=0(?:\.0+)?(?:[\s,]|$))/ },
  { name: 'gzip', accepted: /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?:[\s,]|$))/ },
] as const;

export const matchesTag = (wanted: string, tag: string) =>
  wanted === '*' ||
  [...wanted.matchAll(/"[^"]*"/g)].some(([known]) => known === tag.replace(/^W\//, ''));

type FileAnswer = {
  headers?: Headers;
  status?: number;
  /** The answer if there is no such file. */
  missing: () => Response | Promise<Response>;
};

/**
 * Answers with a file, compressed if the client accepts it. Synchronous if the files are: a promise
 * would cost a tenth of the requests a second.
 */
export function answerFile(c: Context, files: Files, path: string, options: FileAnswer) {
  const found = files.find(path);
  const answer = (file: ServedFile | undefined) =>
    file ? sendFile(c, file, path, options) : options.missing();
  return found instanceof Promise ? found.then(answer) : answer(found);
}

function sendFile(c: Context, file: ServedFile, path: string, options: FileAnswer) {
  const { status = 200 } = options;
  const accepted = c.req.header('Accept-Encoding') ?? '';
  const encoding = encodings.find((each) => file[each.name] && each.accepted.test(accepted))?.name;
  const content = (encoding && file[encoding]) ?? file.content;
  const tag = encoding ? `${file.tag.slice(0, -1)}-${encoding}"` : file.tag;
  const own: Headers = {
    'Content-Type': getMimeType(path, types) ?? 'application/octet-stream',
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
  };
  // Spread properties would take V8 twenty times as long.
  const headers = Object.assign({}, baseOf(c), own, options.headers, { ETag: tag });
  const known = c.req.header('If-None-Match');
  if (known && status === 200 && matchesTag(known, tag)) {
    return new Response(null, { status: 304, headers });
  }
  if (encoding) headers['Content-Encoding'] = encoding;
  headers['Content-Length'] = `${content.byteLength}`;
  return new Response(content, { status, headers });
}
