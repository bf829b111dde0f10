/**
 * The path as it was sent, without query. Hono's own path is half decoded, after which
 * `%252F` and `%2F` look alike; here every segment is decoded exactly once, by its reader.
 */
export function rawPath(request: Request): string {
  const start = request.url.indexOf('/', request.url.indexOf('://') + 3);
  return start < 0 ? '/' : request.url.slice(start).replace(/[?#].*$/s, '');
}

/** The segments of a raw path, each decoded once; undefined when an escape is malformed. */
export function decodeSegments(path: string): string[] | undefined {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Who answers for a path. Everything that is not the API's, an image or the config is the site's. */
export type Area = 'api' | 'images' | 'config' | 'site';

export function areaOf(path: string): Area {
  if (path === '/config.json') return 'config';
  const first = path.split('/', 2)[1];
  if (first === 'data') return path.includes('/images/') ? 'images' : 'api';
  return first === 'api' || first === 'images' ? first : 'site';
}
