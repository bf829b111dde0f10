import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Plugin } from 'vite';
import { loadBank } from '#bank/bank.ts';
import { listBankFiles, readImage } from '#bank/compile/bank-files.ts';
import { printDiagnostics } from '#bank/diagnostic.ts';
import { createApp } from '#server/app.ts';
import { createMemoryFiles } from '#server/memory-files.ts';

/**
 * The API and the images as a connect middleware. Mount it without a path, which connect would cut
 * off the addresses. The bank is read at the first request; `refresh` reads it again and returns what
 * is wrong with it, one line each.
 */
export function createDevelopmentApi(folder: string) {
  let loaded: ReturnType<typeof load> | undefined;
  const read = () => {
    loaded ??= load(folder);
    return loaded;
  };
  const refresh = async () => {
    loaded = undefined;
    return (await read()).messages;
  };
  const fetch = async (request: Request) => (await read()).answer(request);
  // Vite's own Request and Response must stay untouched.
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  const handle = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (/^\/(api|images)(\/|\?|$)/.test(request.url ?? '')) void listener(request, response);
    else next();
  };
  return { handle, refresh };
}

async function load(folder: string) {
  const bank = await loadBank(folder);
  if (bank.ok) {
    const data = createMemoryFiles(listBankFiles(bank.value, readImage));
    return { answer: createApp({ data }).fetch, messages: [] };
  }
  const messages = printDiagnostics(bank.failure);
  for (const line of messages) console.error(line);
  const error = `The bank is broken. ${messages.at(-1)}`;
  return { answer: () => Response.json({ error }, { status: 503 }), messages };
}

/** The API on the development server's own port, from the sources: a saved question shows at once. */
export const developmentApi = (project: string): Plugin => ({
  name: 'certdeck:development-api',
  apply: 'serve',
  configureServer(server) {
    const folder = resolve(process.env.BANK_DIR || resolve(project, 'src/questions'));
    const { handle, refresh } = createDevelopmentApi(folder);
    server.middlewares.use(handle);
    server.watcher.add(folder);
    const show = async () => {
      const messages = await refresh();
      if (messages.length === 0) server.hot.send({ type: 'full-reload' });
      else server.hot.send({ type: 'error', err: { message: messages.join('\n'), stack: '' } });
    };
    let timer: NodeJS.Timeout | undefined;
    server.watcher.on('all', (_event, path) => {
      if (!path.startsWith(folder)) return;
      // The watcher reports only the first of several quick writes.
      clearTimeout(timer);
      timer = setTimeout(show, 100);
    });
  },
});
