import type { Context } from 'hono';
import { allowedMethods, answerError, answerText } from './answers.ts';
import { areaOf } from './request-address.ts';

type Headers = Record<string, string>;

const refuse = (c: Context, status: number, text: string, headers?: Headers) =>
  areaOf(c.req.path) === 'site' || areaOf(c.req.path) === 'config'
    ? answerText(status, text, headers)
    : answerError(status, text, headers);

export const refuseMethod = (c: Context) =>
  refuse(c, 405, `${c.req.method} is not possible here.`, { Allow: allowedMethods });

export const refuseUnknown = (c: Context, headers?: Headers) =>
  refuse(c, 404, 'There is nothing at this address.', headers);

/** What went wrong is for the log; the client learns that it was not its fault. */
export const refuseBroken = (c: Context, error: Error) =>
  'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
    ? refuse(c, 503, 'The server has too much to do. Try again in a moment.', {
        'Retry-After': '1',
      })
    : refuse(c, 500, 'Something went wrong on the server.');
