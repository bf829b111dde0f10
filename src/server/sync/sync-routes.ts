import type { Context, Hono } from 'hono';
import { ADDRESS, isPlausible, LARGEST_OBJECT, SYNC_HEADER } from '#contract/sync.ts';
import { answerMessage, answerOtherMethod, matchesTag } from '../answer.ts';
import { areaHeaders } from '../security-headers.ts';
import { limitClients } from './limit-clients.ts';
import type { Place } from './place.ts';
import { createObjectReader } from './read-object.ts';

export type SyncOptions = {
  place: Place;
  /** The network address of who asks. */
  clientOf: (c: Context) => string;
  now?: () => number;
};

/** Objects that one client may make within a minute, and addresses that it may ask for in vain. */
const MOST_MADE = 10;
const MOST_MISSED = 60;

const OWN = { [SYNC_HEADER]: '1' };
const say = (c: Context, status: number, text: string, headers = {}) =>
  answerMessage(c, status, text, { ...OWN, ...headers });
const later = (c: Context) => say(c, 429, 'Too much at once.', { 'Retry-After': '60' });

/** What a PUT is to replace: a tag, undefined for nothing, or null where it does not say. */
const readCondition = (c: Context) => {
  if (c.req.header('If-None-Match') === '*') return undefined;
  return c.req.header('If-Match') ?? null;
};

/** Adds what paired devices ask for: three methods on one path. Nothing is listed, nobody is known. */
export const addSync = (app: Hono, { place, clientOf, now = Date.now }: SyncOptions) => {
  const mayMake = limitClients(MOST_MADE, now);
  const mayMiss = limitClients(MOST_MISSED, now);
  const readObject = createObjectReader();
  const path = '/sync/:address';
  const missed = (c: Context) =>
    mayMiss(clientOf(c)) ? say(c, 404, 'There is nothing at this address.') : later(c);

  app.use(path, async (c, next) => (ADDRESS.test(c.req.param('address')) ? next() : missed(c)));
  app.get(path, async (c) => {
    const found = await place.get(c.req.param('address'));
    if (!found) return missed(c);
    const headers = {
      ...areaHeaders.sync,
      ...OWN,
      'Content-Type': 'application/octet-stream',
      'Cache-Control': 'no-store',
      ETag: found.tag,
    };
    const known = c.req.header('If-None-Match');
    if (known && matchesTag(known, found.tag)) return new Response(null, { status: 304, headers });
    return new Response(found.content, { headers });
  });
  app.put(path, async (c) => {
    const replaced = readCondition(c);
    if (replaced === null) return say(c, 428, 'Say by If-Match what this replaces.');
    if (replaced === undefined && !mayMake(clientOf(c))) return later(c);
    const put = await readObject(c.req.raw, async (object) =>
      isPlausible(object) ? place.put(c.req.param('address'), object, replaced) : 400,
    );
    if (put === 413) return say(c, 413, `At most ${LARGEST_OBJECT} bytes.`);
    if (put === 429) return later(c);
    if (put === 400) return say(c, 400, 'This is no object of paired devices.');
    if (put === 'conflict') return say(c, 412, 'Something else is there by now.');
    if (put === 'full') return say(c, 507, 'There is no room for more.');
    const headers = { ...areaHeaders.sync, ...OWN, 'Cache-Control': 'no-store', ETag: put.tag };
    return new Response(null, { status: replaced === undefined ? 201 : 204, headers });
  });
  app.delete(path, async (c) => {
    await place.delete(c.req.param('address'));
    return new Response(null, { status: 204, headers: { ...areaHeaders.sync, ...OWN } });
  });
  app.all(path, (c) => answerOtherMethod(c, ['GET', 'HEAD', 'PUT', 'DELETE']));
};
