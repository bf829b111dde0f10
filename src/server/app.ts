import { Hono } from 'hono';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { addApi } from './api.ts';
import { followApiSource } from './api-source.ts';
import { createCatalogue } from './catalogue.ts';
import { addImages, type ReadPicture } from './images.ts';
import { protectionHeaders } from './protection.ts';
import { refuseBroken, refuseUnknown } from './refusals.ts';
import { areaOf, rawPath } from './request-address.ts';
import type { Site } from './site.ts';
import { addSite } from './site-answers.ts';

export type AppOptions = {
  bank: CompiledBank;
  readPicture: ReadPicture;
  /** Without one the app answers for the API and the images alone. */
  site?: Site;
  /** Takes the errors that nobody expected. */
  log?: (error: unknown) => void;
};

/** The whole server as a function from request to answer. It knows no platform. */
export function createApp({ bank, readPicture, site, log = console.error }: AppOptions): Hono {
  const app = new Hono({ getPath: rawPath });
  const findApiSource = site && followApiSource(site);

  app.use(async (c, next) => {
    await next();
    const area = areaOf(c.req.path);
    const apiSource = area === 'site' ? await findApiSource?.(c.req.url) : undefined;
    const headers = protectionHeaders(area, c.req.method, apiSource);
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });

  const catalogue = createCatalogue(bank);
  addApi(app, catalogue);
  addImages(app, catalogue, readPicture);
  // What is left below these two is nobody's, and never the site's.
  for (const path of ['/api', '/api/*', '/images']) app.all(path, refuseUnknown);
  if (site) addSite(app, site);

  app.notFound(refuseUnknown);
  app.onError((error, c) => {
    log(error);
    return refuseBroken(c);
  });
  return app;
}
