/**
 * The path as it was sent, without the query. Hono's own path is half decoded, which makes `%252F`
 * and `%2F` look alike; here each handler decodes every segment exactly once.
 */
export function rawPath({ url }: Request): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start < 0 ? '/' : url.slice(start).replace(/[?#].*$/s, '');
}

/** The segments of a raw path, each decoded once; undefined if an escape is malformed. */
export function decodeSegments(path: string): string[] | undefined {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** What a path belongs to, which decides the headers and the form of its errors. */
export type Area = 'api' | 'images' | 'config' | 'sync' | 'site';

export function areaOf(path: string): Area {
  if (path === '/config.json') return 'config';
  const first = path.split('/', 2)[1];
  if (first === 'data') return path.includes('/images/') ? 'images' : 'api';
  return first === 'api' || first === 'images' || first === 'sync' ? first : 'site';
}
