import type { Context } from 'hono';
import { serveStatic } from 'hono/serve-static';
import { mimes } from 'hono/utils/mime';
import type { Files, Form } from './files.ts';

const types = { ...mimes, svg: 'image/svg+xml' };

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'no-cache';

type Manner = { isImmutable?: boolean; vary?: string };

/** Answers with a file, in the best form that the client takes; undefined when there is none. */
export async function sendFile(
  c: Context,
  files: Files,
  path: string,
  { isImmutable = false, vary = 'Accept-Encoding' }: Manner = {},
): Promise<Response | undefined> {
  const file = await files.find(path);
  if (!file) return undefined;
  let sent: Form = file.plain;
  const send = serveStatic({
    path,
    mimes: types,
    precompressed: true,
    join: (_root, place) => place,
    getContent: async (place) => {
      const form =
        place === path
          ? file.plain
          : place.endsWith('.br')
            ? file.br
            : place.endsWith('.gz')
              ? file.gzip
              : undefined;
      if (!form) return null;
      sent = form;
      return form.open();
    },
    onFound: () => {
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
