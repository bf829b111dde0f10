import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { webManifest } from './src/app/web-manifest.ts';
import { compiledBank } from './src/server/compiled-bank-plugin.ts';
import { collectLicenses } from './src/server/licenses.ts';
import { compressSite } from './src/server/site-compression.ts';

const SITE = 'dist';

type ManifestTransform = NonNullable<
  NonNullable<VitePWAOptions['injectManifest']>['manifestTransforms']
>[number];

/** Integrity for every precached file: a captive portal's page must not pass for one of them. */
const addIntegrity: ManifestTransform = async (entries) => ({
  manifest: await Promise.all(
    entries.map(async (entry) => {
      const content = await readFile(join(SITE, entry.url));
      const hash = createHash('sha384').update(content).digest('base64');
      return { ...entry, url: `/${entry.url}`, integrity: `sha384-${hash}` };
    }),
  ),
});

const places = new Map<string, string>();

/** Class names that cost few bytes and are the same in every build. */
const shortName = (name: string, file: string) => {
  const place = `${relative(import.meta.dirname, file)}|${name}`;
  const short = `c${createHash('sha256').update(place).digest('base64url').slice(0, 3)}`;
  const other = places.get(short) ?? place;
  if (other !== place) throw new Error(`${place} and ${other} get one class name: rename one`);
  places.set(short, place);
  return short;
};

/**
 * For hosts that send no headers. It is written before an operator has named the API in config.json,
 * so it lets any http(s) one through; the header of our own server names the API alone.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' http: https: data: blob:",
  "connect-src 'self' http: https:",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types certdeck',
].join('; ');

const contentPolicy: Plugin = {
  name: 'certdeck:content-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_POLICY },
      injectTo: 'head-prepend',
    },
  ],
};

const THEME_SCRIPT = '<script src="/theme.js"></script>';

/**
 * What the entry imports is asked for beside it, not after it. The script that sets the theme
 * comes last, since the parser waits for it before it sees what stands below.
 */
const headOrder: Plugin = {
  name: 'certdeck:head-order',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { chunk }) => ({
      html: html.replace(THEME_SCRIPT, ''),
      tags: [
        ...(chunk?.imports ?? []).map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        })),
        { tag: 'script', attrs: { src: '/theme.js' }, injectTo: 'head' },
      ],
    }),
  },
};

/** Two thirds of the bytes, which stay on the device when an update changes only what is ours. */
const BASE = /node_modules.(react|react-dom|scheduler).|src.exam.percent/;

const PRELOAD_HELPER = '\0vite/preload-helper.js';

/** Nothing is preloaded with a chunk, and all style is in one file: an import is just that. */
const plainImports: Plugin = {
  name: 'certdeck:plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load();' : null),
};

const licenses: Plugin = {
  name: 'certdeck:licenses',
  apply: 'build',
  generateBundle() {
    const source = collectLicenses(import.meta.dirname);
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
  },
};

/** Runs after the service worker was written. */
const compression: Plugin = {
  name: 'certdeck:compression',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  closeBundle: { order: 'post', sequential: true, handler: () => compressSite(SITE) },
};

/** The API on the development server's own port, from the sources; a saved question shows at once. */
const developmentApi: Plugin = {
  name: 'certdeck:development-api',
  apply: 'serve',
  async configureServer(server) {
    const { createDevelopmentApi } = await server.ssrLoadModule('/src/server/development-api.ts');
    const { handle, watched, refresh } = createDevelopmentApi(process.env.BANK_DIR || undefined);
    server.middlewares.use(handle);
    server.watcher.add(watched);
    const show = async () => {
      const problems = await refresh();
      if (problems.length === 0) server.hot.send({ type: 'full-reload' });
      else server.hot.send({ type: 'error', err: { message: problems.join('\n'), stack: '' } });
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

export default defineConfig(({ command, isSsrBuild }) =>
  isSsrBuild
    ? {
        publicDir: false,
        ssr: { noExternal: true },
        build: {
          target: 'node20',
          outDir: 'dist-server',
          rolldownOptions: { output: { entryFileNames: '[name].js' } },
        },
      }
    : {
        build: {
          target: 'baseline-widely-available',
          outDir: SITE,
          modulePreload: false,
          cssCodeSplit: false,
          // Short names: each is written out where it is asked for.
          rolldownOptions: {
            output: {
              chunkFileNames: 'assets/[hash:6].js',
              codeSplitting: { groups: [{ name: 'base', test: BASE }] },
            },
          },
          // A kilobyte less than the built-in minifier, on a budget of 95.
          minify: 'terser',
          terserOptions: {
            ecma: 2020,
            format: { comments: false, wrap_func_args: false },
            compress: {
              passes: 9,
              keep_fargs: false,
              unsafe_arrows: true,
              pure_getters: true,
              unsafe_methods: true,
            },
            module: true,
          },
        },
        // React's hook for its developer tools costs 377 bytes; `npm run dev` keeps it.
        define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
        // Every React here has the hook that wouter's shim stands in for.
        resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
        css: { modules: { generateScopedName: shortName } },
        plugins: [
          contentPolicy,
          headOrder,
          plainImports,
          react(),
          VitePWA({
            strategies: 'injectManifest',
            srcDir: 'src/worker',
            filename: 'sw.ts',
            injectRegister: false,
            manifest: webManifest,
            includeManifestIcons: false,
            injectManifest: {
              rollupFormat: 'iife',
              globPatterns: [
                'index.html',
                'theme.js',
                'assets/**/*.{js,css}',
                'icons/icon.svg',
                'icons/icon-192.png',
                'manifest.webmanifest',
              ],
              dontCacheBustURLsMatching: /^assets\//,
              manifestTransforms: [addIntegrity],
            },
          }),
          licenses,
          compiledBank(import.meta.dirname, SITE),
          compression,
          developmentApi,
        ],
      },
);
