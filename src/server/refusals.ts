import type { Context } from 'hono';
import { allowedMethods, answerError, answerText } from './answers.ts';
import { areaOf } from './request-address.ts';

const refuse = (c: Context, status: number, text: string, headers?: Record<string, string>) =>
  areaOf(c.req.path) === 'site' || areaOf(c.req.path) === 'config'
    ? answerText(status, text, headers)
    : answerError(status, text, headers);

export const refuseMethod = (c: Context) =>
  refuse(c, 405, `${c.req.method} is not possible here.`, { Allow: allowedMethods });

export const refuseUnknown = (c: Context) => refuse(c, 404, 'There is nothing at this address.');

/** What went wrong is for the log; the client learns that it was not its fault. */
export const refuseBroken = (c: Context) => refuse(c, 500, 'Something went wrong on the server.');
