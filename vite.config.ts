import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type SSROptions, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { webManifest } from './src/app/web-manifest.ts';
import { developmentApi } from './src/build/development-api.ts';
import { firstPaint } from './src/build/first-paint.ts';
import { licenses } from './src/build/licenses.ts';
import { addIntegrity } from './src/build/precache-integrity.ts';
import { siteFiles } from './src/build/site-files.ts';

const project = import.meta.dirname;

/** `vite build --ssr`: the server and its dependencies in one file. */
const server = (outDir: string, entry: string, target: string, ssr?: SSROptions): UserConfig => ({
  publicDir: false,
  ssr: { noExternal: true, ...ssr },
  build: { target, outDir, rolldownOptions: { output: { entryFileNames: entry } } },
});

/** Vite's own names have hashes, which compress badly. No two stylesheets bear the same name. */
const nameClass = (name: string, file: string) => `${basename(file, '.module.css')}_${name}`;

/** What is seen only after a tap, in one file: many small ones compress badly. */
const sheets = [
  /src.screens.(exam-sheet|practice-sheet|mock-sheet|about-questions|exam-search)/,
  /exam-list.(start-sheet|exam-progress|exam-date|exam-history|readiness-view|sure-but-wrong|trends)/,
  /exam-runner.(progress.(run-summary|finish-sheet|shortcut-help)|question.(report-sheet|image-viewer|zoom))/,
  /provider-list.(home-card|your-data|on-this-device|install-offer)/,
];

const openedLater = {
  sheets: (id: string) => sheets.some((sheet) => sheet.test(id)),
  'background-sync': /workbox-window|offline.download.background-sync/,
  download: /src.offline.(download|session)|src.api.(fetch-image|image-)/,
  review: /ts-fsrs|src.exam.(review|readiness)/,
};

const site = (outDir: string): UserConfig => ({
  resolve: {
    alias: {
      // The package's default build is for browsers of 2015, and nearly twice as large.
      'workbox-window': 'workbox-window/build/workbox-window.prod.mjs',
      // What wouter takes from it for old versions, React has had since 18.
      'use-sync-external-store/shim/index.js': 'react',
    },
  },
  css: { modules: { generateScopedName: nameClass } },
  build: {
    target: 'baseline-widely-available',
    outDir,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // An update that changes only our code leaves React's file on the device. The others are what
        // home runs, all style that no first paint needs, what the other screens share, and what a
        // finished run needs. The style of the index is written into the page, so it includes that of
        // the question, which the inline script paints.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules.(react|react-dom|scheduler).|rolldown.runtime/ },
            { name: 'index', test: /index.html|(question-card|option-list|segments).module.css/ },
            { name: 'style', test: /(module|print).css/ },
            {
              name: 'shared',
              minShareCount: 2,
              test: /src(?!.exam.(review|readiness)|.offline.(download|session)|.api.(fetch-image|image-))|idb/,
            },
            ...Object.entries(openedLater).map(([name, test]) => ({
              ...{ name, test, includeDependenciesRecursively: false },
            })),
          ],
        },
      },
    },
  },
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/worker',
      filename: 'sw.ts',
      injectRegister: false,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: [
          'index.html',
          'assets/**/*.{js,css}',
          'icons/icon{.svg,-192.png}',
          'manifest.webmanifest',
        ],
        dontCacheBustURLsMatching: /^assets\//,
      },
      integration: {
        configureOptions: ({ base, build }, options) => {
          options.manifest = webManifest(base);
          options.injectManifest = {
            ...options.injectManifest,
            manifestTransforms: [addIntegrity(build.outDir, base)],
          };
        },
      },
    }),
    firstPaint(),
    licenses(project),
    siteFiles(project),
    developmentApi(project),
  ],
});

export default defineConfig(({ isSsrBuild, mode }) => {
  if (mode !== 'edge')
    return isSsrBuild ? server('dist-server', '[name].js', 'node20') : site('dist');
  return isSsrBuild
    ? server('dist-edge', 'worker.js', 'es2023', { target: 'webworker' })
    : site('dist-edge/site');
});
