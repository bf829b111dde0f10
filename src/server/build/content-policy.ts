import type { Plugin } from 'vite';

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

/** Writes a content policy into the page. */
export const contentPolicy: Plugin = {
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
