import { type Context, Hono, type Next } from 'hono';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import * as dataFiles from '#contract/data-files.ts';
import { answerText } from './answers.ts';
import { followPolicySources } from './api-source.ts';
import { addData } from './data-answers.ts';
import { notFound, serverError } from './errors.ts';
import type { Files } from './files.ts';
import { areaOf, rawPath } from './request-address.ts';
import { areaHeaders, commonHeaders, preflight } from './security-headers.ts';
import { addSite } from './site-answers.ts';

export type AppOptions = {
  /** The compiled bank. */
  data: Files;
  /** The built site. Without one the app answers for the API and the images alone. */
  site?: Files;
  /** Takes the errors that nobody expected. */
  log?: (error: unknown) => void;
};

/** Where whoever runs the server asks whether it can answer. */
const HEALTH = '/health';

/** The whole server as a function from request to answer. It knows no platform. */
export function createApp({ data, site, log = console.error }: AppOptions): Hono {
  const app = new Hono({ getPath: rawPath });
  const findSources = site && followPolicySources(site);

  app.use(secureHeaders(commonHeaders), async (c, next) => {
    await next();
    const area = areaOf(c.req.path);
    const sources = area === 'site' ? await findSources?.(c.req.url) : undefined;
    for (const [name, value] of areaHeaders(area, sources)) c.res.headers.set(name, value);
  });
  for (const path of ['/api/*', '/images/*', '/data/*', '/config.json']) {
    app.options(path, preflight);
  }
  app.use(etag(), rejectOtherVersions);

  app.get(HEALTH, async () =>
    (await data.find(`/${dataFiles.providers}`))
      ? answerText(200, 'The server is well.')
      : answerText(503, 'There is no compiled bank.'),
  );
  addData(app, data);
  // What is left below these is nobody's, and never the site's.
  for (const path of ['/api', '/api/*', '/images', '/data']) app.all(path, (c) => notFound(c));
  if (site) addSite(app, site);

  app.notFound((c) => notFound(c));
  app.onError((error, c) => {
    log(error);
    return serverError(c, error);
  });
  return app;
}

/** A client that wants one version alone gets no other one (RFC 9110, 13.1.1). */
async function rejectOtherVersions(c: Context, next: Next): Promise<Response | undefined> {
  await next();
  const wanted = c.req.header('If-Match');
  const tag = c.res.headers.get('ETag');
  if (!wanted || !c.res.ok || wanted.trim() === '*') return undefined;
  const tags: string[] = wanted.match(/(?:W\/)?"[^"]*"/g) ?? [];
  if (tag && tags.includes(tag)) return undefined;
  // Else the headers of the file would stay.
  c.res = undefined;
  c.res = answerText(412, 'The version that you ask for is not here.');
  return undefined;
}
