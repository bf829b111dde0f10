import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, createServer, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { ANY_API, parseOrigins, printSources } from '#server/site-policy.ts';
import { DEFAULT_THEME, themeColors } from '#theme/themes.ts';

type Bundle = Rolldown.OutputBundle;

/**
 * For hosts that send no headers. The API may be configured after the build, so this allows any, and
 * the header of our own server only the configured one. A build for files may get no other header,
 * so it allows the API that config.json names by then.
 */
const findSources = ({ publicDir, mode }: ResolvedConfig) => {
  if (mode !== 'files') return ANY_API;
  return printSources(parseOrigins(readFileSync(join(publicDir, 'config.json'), 'utf8')));
};

/** `script` and `style` are hashes, `api` what else may be called, after a blank. */
export const writePolicy = (script: string, style: string, api: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${script}`,
    `style-src 'self' ${style}`,
    `img-src 'self'${api} data: blob:`,
    `connect-src 'self'${api}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types certdeck',
  ].join('; ');

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The tab's icon, written into the page: a request less before the first question. */
const iconTag = ({ publicDir }: ResolvedConfig) => {
  const icon = readFileSync(join(publicDir, 'icons/icon.svg'), 'utf8').replaceAll(/\s+/g, ' ');
  const href = `data:image/svg+xml,${encodeURIComponent(icon)}`;
  return { tag: 'link', attrs: { rel: 'icon', href }, injectTo: 'head' as const };
};

/** Where the inline script, which follows it, writes the color of the theme. */
const themeTag = {
  tag: 'meta',
  attrs: { name: 'theme-color', content: themeColors[DEFAULT_THEME] },
  injectTo: 'head' as const,
};

/** Bundles the inline script. */
export const bundleScript = async ({ root, base, mode, logLevel }: ResolvedConfig) => {
  const result = await build({
    root,
    base,
    mode,
    configFile: false,
    logLevel,
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      // Old browsers must be able to run the part that says they are too old.
      target: 'es2017',
      rolldownOptions: {
        input: join(root, 'src/app/inline-script.ts'),
        output: { format: 'iife' },
      },
    },
  });
  const [output] = [result].flat();
  const chunk = output && 'output' in output && output.output[0];
  if (!chunk) throw new Error('The inline script was not built');
  return chunk.code.trim();
};

/** Renders what the inline script shows, with the app's own class names, into templates. */
export const renderTemplates = async ({ root, base, css, logLevel }: ResolvedConfig) => {
  const server = await createServer({
    root,
    base,
    configFile: false,
    logLevel,
    mode: 'production',
    appType: 'custom',
    css: { modules: css.modules },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, ws: false },
  });
  try {
    const { prerender } = await server.ssrLoadModule('/src/app/prerender.tsx');
    const rendered: Record<string, string> = prerender();
    return Object.entries(rendered).map(([name, html]) => ({
      tag: 'template',
      attrs: { 'data-screen': name },
      injectTo: 'head' as const,
      children: html,
    }));
  } finally {
    await server.close();
  }
};

/** What home runs, and what the screens after it need beside that. */
const findChunks = (bundle: Bundle) => {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const screens = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/exam-routes.tsx'));
  if (!entry || !screens) throw new Error('The screens after home have no file of their own');
  const withImports = ({ fileName, imports }: Rolldown.OutputChunk) =>
    chunks.filter((chunk) => [fileName, ...imports].includes(chunk.fileName));
  const first = withImports(entry);
  return { first, next: withImports(screens).filter((chunk) => !first.includes(chunk)) };
};

/** Takes the style of home's code, which the page contains, out of the build. */
const takeStyle = (bundle: Bundle) => {
  let style = '';
  for (const { viteMetadata } of findChunks(bundle).first) {
    for (const file of viteMetadata?.importedCss ?? []) {
      const sheet = bundle[file];
      if (sheet?.type === 'asset') style += sheet.source;
      delete bundle[file];
    }
    // Vite would request it with the page, and with every part that loads later.
    viteMetadata?.importedCss.clear();
  }
  return style;
};

/** The code and the style of the screens after home, for the inline script to preload. */
const listCode = (bundle: Bundle) =>
  findChunks(bundle).next.flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ]);

/**
 * Writes into index.html what the first paint needs: the style, each screen's placeholders, and the
 * script that chooses among them. The content policy allows script and style by their hashes.
 */
export const firstPaint = (): Plugin => {
  let config: ResolvedConfig;
  let style: string;
  return {
    name: 'certdeck:first-paint',
    configResolved: (resolved) => {
      config = resolved;
    },
    generateBundle: {
      // Before Vite notes which style goes with which code.
      order: 'pre',
      handler: (_, bundle) => {
        style = takeStyle(bundle);
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (_, { bundle }) => {
        const script = await bundleScript(config);
        const scriptTag = { tag: 'script', children: script, injectTo: 'head' as const };
        if (!bundle) return [iconTag(config), themeTag, scriptTag];

        const policy = writePolicy(hashOf(script), hashOf(style), findSources(config));
        const code = listCode(bundle).map((file) => config.base + file);
        return [
          {
            tag: 'meta',
            attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
            injectTo: 'head-prepend',
          },
          themeTag,
          scriptTag,
          { tag: 'style', children: style, injectTo: 'head' },
          { tag: 'meta', attrs: { name: 'code', content: code.join(' ') }, injectTo: 'head' },
          iconTag(config),
          ...(await renderTemplates(config)),
        ];
      },
    },
  };
};
