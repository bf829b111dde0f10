import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/** What the app is told to ask: an API beside the site, or the compiled files themselves. */
const writeConfig = async (folder: string, { base, mode }: ResolvedConfig) => {
  const file = join(folder, 'config.json');
  const shipped = JSON.parse(await readFile(file, 'utf8'));
  // Whoever has written another address there has an API of their own.
  if (shipped.apiUrl !== '/') return;
  const config = { ...shipped, apiUrl: base, ...(mode !== 'production' && { api: 'files' }) };
  await writeFile(file, `${JSON.stringify(config, null, 2)}\n`);
};

/** Writes what a host needs to know of the site, by the build's `--base` and `--mode`. */
export const hostFiles = (): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'certdeck:host-files',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    async closeBundle() {
      const folder = config.build.outDir;
      await writeConfig(folder, config);
      if (config.mode !== 'files') return;
      // The page that such a host answers for every path it does not know, those of screens too.
      await copyFile(join(folder, 'index.html'), join(folder, '404.html'));
    },
  };
};
