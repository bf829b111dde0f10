import type { Context } from 'hono';
import { serveStatic } from 'hono/serve-static';
import { mimes } from 'hono/utils/mime';
import type { Files, Form, FormName } from './files.ts';
import type { Bindings } from './repeated-answers.ts';

const types = { ...mimes, svg: 'image/svg+xml' };

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'no-cache';

const COMPRESSED: Record<string, FormName> = { '.br': 'br', '.gz': 'gzip' };

type Manner = {
  isImmutable?: boolean;
  vary?: string;
  /** Whether the same request gets the same answer as long as the file is the same. */
  isRepeatable?: boolean;
};

/** Answers with a file, in the best form that the client takes; undefined when there is none. */
export async function sendFile(
  c: Context,
  files: Files,
  path: string,
  { isImmutable = false, vary = 'Accept-Encoding', isRepeatable = false }: Manner = {},
): Promise<Response | undefined> {
  const file = await files.find(path);
  if (!file) return undefined;
  // A compressed form holds the same as the plain one, so only a better one would change the choice.
  const decisive: FormName[] = ['plain'];
  let sent: Form = file.plain;
  const send = serveStatic({
    path,
    mimes: types,
    precompressed: true,
    join: (_root, place) => place,
    getContent: async (place) => {
      const name = place === path ? 'plain' : COMPRESSED[place.slice(path.length)];
      const form = name && file[name];
      if (name && !form) decisive.push(name);
      if (!form) return null;
      sent = form;
      return form.open();
    },
    onFound: () => {
      const { isCurrent } = file;
      if (isRepeatable && isCurrent && c.env) {
        (c.env as Bindings).sent = { form: sent, decisive, isCurrent };
      }
      c.header('ETag', sent.tag);
      c.header('Content-Length', `${sent.size}`);
      c.header('Cache-Control', isImmutable ? IMMUTABLE : REVALIDATED);
      c.header('Vary', vary);
    },
  });
  return (await send(c, async () => {})) ?? undefined;
}

/** The text of a small file. */
export const readFileText = (file: { plain: Form }) => new Response(file.plain.open()).text();
