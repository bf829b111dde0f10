import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { answerError } from './answers.ts';
import { createApp } from './app.ts';
import { readPictureFile } from './picture-file.ts';
import { writeProblems } from './problems.ts';

type Answer = (request: Request) => Response | Promise<Response>;

const ownBank = fileURLToPath(new URL('../bank', import.meta.url));

/**
 * The API and the images as a connect middleware, for a development server that serves the site
 * itself. Mount it without a path, which would be cut off the addresses. The bank is read at the
 * first request and anew for later ones, so that its editors see what they write; `freshness`
 * is the time in milliseconds for which it counts as read.
 */
export function createDevelopmentApi(watched = ownBank, freshness = 1000) {
  let answer: Promise<Answer> | undefined;
  let loaded = 0;

  const fetch: Answer = async (request) => {
    if (!answer || Date.now() - loaded >= freshness) {
      loaded = Date.now();
      answer = loadAnswer(watched);
    }
    return (await answer)(request);
  };

  // The development server's own Request and Response stay as they are.
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  const handle = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (/^\/(api|images)(\/|\?|$)/.test(request.url ?? '')) void listener(request, response);
    else next();
  };
  return { handle, watched };
}

async function loadAnswer(folder: string): Promise<Answer> {
  // Not before it is needed: Vitest starts a development server, too, and asks it for nothing.
  const { loadBank } = await import('#bank/bank.ts');
  const bank = await loadBank(folder);
  if (bank.ok) return createApp({ bank: bank.value, readPicture: readPictureFile }).fetch;
  const problems = writeProblems(bank.failure);
  for (const line of problems) console.error(line);
  return () => answerError(503, `The bank is broken. ${problems.at(-1)}`);
}
