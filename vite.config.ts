import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type SSROptions, type UserConfig } from 'vite';
import { webManifest } from './src/app/web-manifest.ts';
import { chunks } from './src/build/chunks.ts';
import { developmentApi } from './src/build/development-api.ts';
import { firstPaint } from './src/build/first-paint.ts';
import { licenses } from './src/build/licenses.ts';
import { READERS, serviceWorker } from './src/build/service-worker.ts';
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

const site = (outDir: string): UserConfig => ({
  resolve: {
    alias: {
      // The package's default build is for browsers of 2015, and nearly twice as large.
      'workbox-window': 'workbox-window/build/workbox-window.prod.mjs',
      // What wouter takes from it for old versions, React has had since 18.
      'use-sync-external-store/shim/index.js': 'react',
    },
  },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: `assets/${READERS}-[hash].js` } },
  },
  css: { modules: { generateScopedName: nameClass } },
  build: {
    target: 'baseline-widely-available',
    outDir,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: chunks },
    },
  },
  plugins: [
    react(),
    serviceWorker(webManifest),
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
