import { Hono } from 'hono';
import * as dataFiles from '#contract/data-files.ts';
import { answerMessage, answerOtherMethod, notFound } from './answer.ts';
import { addApi } from './api-routes.ts';
import type { Files } from './files.ts';
import { areaOf, rawPath } from './request-address.ts';
import { openSite } from './site.ts';
import { addSync, type SyncOptions } from './sync/sync-routes.ts';

export type AppOptions = {
  /** The compiled bank. */
  data: Files;
  /** The built site. Without it only the API and the images are served. */
  site?: Files;
  /** Keeps what paired devices share; without it there is no such place. */
  sync?: SyncOptions | undefined;
  /** Receives unexpected errors. */
  log?: (error: unknown) => void;
};

/** The whole server as a function from request to answer, for any platform. */
export function createApp({ data, site, sync, log = console.error }: AppOptions): Hono {
  const app = new Hono({ getPath: rawPath });
  const answerFromSite = site ? openSite(site) : notFound;
  app.get('/health', async (c) =>
    (await data.find(`/${dataFiles.providers}`))
      ? answerMessage(c, 200, 'OK')
      : answerMessage(c, 503, 'There is no compiled bank.'),
  );
  addApi(app, data);
  if (sync) addSync(app, sync);
  // The site is no route, because a route for `*` would slow down each call of the API.
  app.notFound((c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return answerOtherMethod(c);
    const area = areaOf(c.req.path);
    return area === 'site' || area === 'config' ? answerFromSite(c) : notFound(c);
  });
  app.onError((error, c) => {
    log(error);
    return answerMessage(c, 500, 'Something went wrong on the server.');
  });
  return app;
}
