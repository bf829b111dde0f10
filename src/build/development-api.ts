import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { printDiagnostics } from '#bank/diagnostic.ts';
import { answerError } from '#server/answers.ts';
import { createApp } from '#server/app.ts';
import { createMemoryFiles } from '#server/memory-files.ts';

type Answer = (request: Request) => Response | Promise<Response>;
type Loaded = { answer: Answer; messages: string[] };

const ownBank = fileURLToPath(new URL('../../questions', import.meta.url));

/**
 * The API and the images as a connect middleware, for a development server that serves the site
 * itself. Mount it without a path, which would be cut off the addresses. The bank is read at the
 * first request; `refresh` reads it anew and gives what is wrong with it, a line each.
 */
export function createDevelopmentApi(folder = ownBank) {
  const watched = resolve(folder);
  let loaded: Promise<Loaded> | undefined;

  const read = () => {
    loaded ??= load(watched);
    return loaded;
  };
  const refresh = async () => {
    loaded = undefined;
    return (await read()).messages;
  };

  const fetch: Answer = async (request) => (await read()).answer(request);
  // The development server's own Request and Response stay as they are.
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  const handle = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (/^\/(api|images)(\/|\?|$)/.test(request.url ?? '')) void listener(request, response);
    else next();
  };
  return { handle, watched, refresh };
}

async function load(folder: string): Promise<Loaded> {
  // Not before it is needed: Vitest starts a development server, too, and asks it for nothing.
  const { loadBank } = await import('#bank/bank.ts');
  const { listBankFiles, readImage } = await import('#bank/compile/bank-files.ts');
  const bank = await loadBank(folder);
  if (bank.ok) {
    const data = createMemoryFiles(listBankFiles(bank.value, readImage));
    return { answer: createApp({ data }).fetch, messages: [] };
  }
  const messages = printDiagnostics(bank.failure);
  for (const line of messages) console.error(line);
  const answer = () => answerError(503, `The bank is broken. ${messages.at(-1)}`);
  return { answer, messages };
}
