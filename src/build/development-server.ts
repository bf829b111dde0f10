import type { Plugin } from 'vite';

/** The API on the development server's own port, from the sources; a saved question shows at once. */
export const developmentApi: Plugin = {
  name: 'certdeck:development-api',
  apply: 'serve',
  async configureServer(server) {
    const { createDevelopmentApi } = await server.ssrLoadModule('/src/build/development-api.ts');
    const { handle, watched, refresh } = createDevelopmentApi(process.env.BANK_DIR || undefined);
    server.middlewares.use(handle);
    server.watcher.add(watched);
    const show = async () => {
      const messages = await refresh();
      if (messages.length === 0) server.hot.send({ type: 'full-reload' });
      else server.hot.send({ type: 'error', err: { message: messages.join('\n'), stack: '' } });
    };
    let timer: NodeJS.Timeout | undefined;
    server.watcher.on('all', (_event, path) => {
      if (!path.startsWith(watched)) return;
      // Of writes in quick succession the watcher tells the first alone.
      clearTimeout(timer);
      timer = setTimeout(show, 100);
    });
  },
};
