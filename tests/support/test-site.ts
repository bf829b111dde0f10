import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Files } from './temporary-folder.ts';

/** The text of the test site's script: `version` tells one build from the next. */
export const scriptOf = (version: string) => `export const version = '${version}';`.padEnd(2000);

/** The page's own policy, as the build writes it. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; img-src 'self' http: https: data: blob:; " +
  "connect-src 'self' http: https:";

const metaOf = (policy: string) =>
  `<meta http-equiv="Content-Security-Policy" content="${policy.replaceAll("'", '&#39;')}">`;

/** The files of a small built site, some of them compressed as the build does it. */
export const testSite = (version = 'one'): Files => ({
  'index.html': `<!doctype html>${metaOf(pagePolicy)}<title>${version}</title>`,
  'config.json': '{"apiUrl":"/"}',
  'sw.js': `// ${version}`,
  'manifest.webmanifest': '{"name":"CertDeck"}',
  'icons/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '.hidden': 'hidden',
  '.vite/manifest.json': '{}',
  [`assets/index-${version}.js`]: scriptOf(version),
  [`assets/index-${version}.js.br`]: brotliCompressSync(scriptOf(version)),
  [`assets/index-${version}.js.gz`]: gzipSync(scriptOf(version)),
});
