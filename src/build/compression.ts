import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest|txt)$/;
/** For fewer bytes the headers outweigh the gain. */
const WORTHWHILE = 1024;

const toBrotli = (content: Buffer) =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
const toGzip = (content: Buffer) => promisify(gzip)(content, { level: 9 });

/** Operators edit the configuration; the compiled bank is compressed already. */
const isLeft = (path: string) => path === 'config.json' || /^data[/\\]/.test(path);

/** Writes `.br` and `.gz` beside the site's texts. */
export const compressSite = async (folder: string) => {
  const paths = await readdir(folder, { recursive: true });
  const texts = paths.filter((path) => COMPRESSIBLE.test(path) && !isLeft(path));
  await Promise.all(
    texts.map(async (path) => {
      const file = join(folder, path);
      const content = await readFile(file);
      if (content.length < WORTHWHILE) return;
      await writeFile(`${file}.br`, await toBrotli(content));
      await writeFile(`${file}.gz`, await toGzip(content));
    }),
  );
};

/** Compresses the site once everything is written, the service worker too. */
export const compression = (): Plugin => {
  let site: string;
  return {
    name: 'certdeck:compression',
    apply: 'build',
    configResolved: ({ build }) => {
      site = build.outDir;
    },
    closeBundle: { order: 'post', sequential: true, handler: () => compressSite(site) },
  };
};
