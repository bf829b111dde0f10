import type { Context } from 'hono';
import { allowedMethods, answerError, answerText } from './answers.ts';
import { areaOf } from './request-address.ts';

type Headers = Record<string, string>;

const answer = (c: Context, status: number, text: string, headers?: Headers) =>
  areaOf(c.req.path) === 'site' || areaOf(c.req.path) === 'config'
    ? answerText(status, text, headers)
    : answerError(status, text, headers);

export const methodNotAllowed = (c: Context) =>
  answer(c, 405, `${c.req.method} is not possible here.`, { Allow: allowedMethods });

export const notFound = (c: Context, headers?: Headers) =>
  answer(c, 404, 'There is nothing at this address.', headers);

/** What went wrong is for the log; the client learns that it was not its fault. */
export const serverError = (c: Context, error: Error) =>
  'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
    ? answer(c, 503, 'The server has too much to do. Try again in a moment.', {
        'Retry-After': '1',
      })
    : answer(c, 500, 'Something went wrong on the server.');
