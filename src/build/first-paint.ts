import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  build,
  createServer,
  type HtmlTagDescriptor,
  type Plugin,
  type ResolvedConfig,
  type Rolldown,
} from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const QUESTION_SHELL = '/src/screens/exam-runner/question-shell.tsx';

/** A sample path for each screen; the inline script replaces the ids. */
const SCREENS = { home: '', list: 'exams/id', runner: 'exams/id/id', other: 'other' };

/**
 * For hosts that send no headers. The build does not know which API the operator will configure, so
 * this allows any; the header of our own server allows only the configured one.
 */
const writePolicy = (script: string, style: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${script}`,
    `style-src ${style}`,
    "img-src 'self' http: https: data: blob:",
    "connect-src 'self' http: https:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types certdeck',
  ].join('; ');

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

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

/** Renders each screen's placeholders into a template, with the app's own class names. */
export const renderScreens = async ({ root, base, css, logLevel }: ResolvedConfig) => {
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
    const { AppShell, CardShell } = await server.ssrLoadModule('/src/app/app-shell.tsx');
    const render = (name: string, path: string, shell: typeof AppShell): HtmlTagDescriptor => {
      const hook = () => [base + path, () => undefined];
      const children = renderToStaticMarkup(createElement(shell, { hook }));
      return { tag: 'template', attrs: { 'data-screen': name }, injectTo: 'head', children };
    };
    const screens = Object.entries(SCREENS).map(([name, path]) => render(name, path, AppShell));
    const { QuestionShell } = await server.ssrLoadModule(QUESTION_SHELL);
    return [...screens, render('card', '', CardShell), render('question', '', QuestionShell)];
  } finally {
    await server.close();
  }
};

const isChunk = (output: Bundle[string]) => output.type === 'chunk';

/** The files of a chunk and its static imports. */
const filesOf = (bundle: Bundle, chunk: Chunk): string[] => {
  const files = new Set([chunk.fileName]);
  for (const file of files) {
    const imported = bundle[file];
    if (imported && isChunk(imported)) for (const each of imported.imports) files.add(each);
  }
  return [...files];
};

/** Lists the files of the screens that load after home, for the inline script to preload. */
const withCode = (bundle: Bundle, base: string) => (template: HtmlTagDescriptor) => {
  if (['home', 'card', 'question'].includes(`${template.attrs?.['data-screen']}`)) return template;
  const chunks = Object.values(bundle).filter(isChunk);
  const entry = chunks.find(({ isEntry }) => isEntry);
  const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/exam-routes.tsx'));
  if (!entry || !screen) throw new Error('The screens after home have no file of their own');
  const known = filesOf(bundle, entry);
  const files = filesOf(bundle, screen).filter((file) => !known.includes(file));
  const code = files.map((file) => base + file).join(' ');
  return { ...template, attrs: { ...template.attrs, 'data-code': code } };
};

/**
 * Writes into index.html what the first paint needs: the style, each screen's placeholders, and the
 * script that chooses among them. The content policy allows script and style by their hashes.
 */
export const firstPaint = (): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'certdeck:first-paint',
    configResolved: (resolved) => {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        const script = await bundleScript(config);
        const scriptTag = { tag: 'script', children: script, injectTo: 'head' as const };
        if (!bundle) return [scriptTag];

        const sheets = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'));
        const style = sheets.map((sheet) => ('source' in sheet ? `${sheet.source}` : '')).join('');
        for (const { fileName } of sheets) delete bundle[fileName];
        const policy = writePolicy(hashOf(script), hashOf(style));
        return {
          html: html.replace(/<link rel="stylesheet"[^>]*>/g, ''),
          tags: [
            {
              tag: 'meta',
              attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
              injectTo: 'head-prepend',
            },
            scriptTag,
            { tag: 'style', children: style, injectTo: 'head' },
            ...(await renderScreens(config)).map(withCode(bundle, config.base)),
          ],
        };
      },
    },
  };
};
