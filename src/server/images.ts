import type { Context, Hono } from 'hono';
import { answerBytes, answerError, answerOptions, answerUnchanged } from './answers.ts';
import type { Catalogue } from './catalogue.ts';
import { contentType } from './content-type.ts';
import { tagContent } from './etag.ts';
import { refuseMethod, refuseUnknown } from './refusals.ts';
import { decodeSegments } from './request-address.ts';

/** Gives a picture's bytes by its place in the bank; undefined when the file is gone. */
export type ReadPicture = (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/**
 * Adds /images/{provider}/{exam}/{question}/{file}. The address only selects among the pictures
 * that the bank knows: no part of it ever becomes a path.
 */
export function addImages(app: Hono, catalogue: Catalogue, readPicture: ReadPicture): void {
  // By the picture's place. As the questions, pictures are those of the server's start.
  const tags = new Map<string, string>();

  const answer = async (c: Context) => {
    const segments = decodeSegments(c.req.path);
    if (!segments) return answerError(400, 'The address holds a malformed escape.');
    const [, provider = '', exam = '', question = '', file = '', ...more] = segments;
    const path = catalogue.findQuestion(provider, exam, question)?.pictures.get(file);
    if (path === undefined || more.length > 0) return refuseUnknown(c);

    const ifNoneMatch = c.req.header('If-None-Match');
    const headersFor = (etag: string) => ({ ETag: etag, 'Cache-Control': 'no-cache' });
    const knownTag = tags.get(path);
    const known = knownTag && answerUnchanged(ifNoneMatch, headersFor(knownTag));
    if (known) return known;

    const bytes = await readPicture(path);
    if (!bytes) return refuseUnknown(c);
    // Hashed on every reading, so that an ETag never goes out with other bytes than its own.
    const etag = await tagContent(bytes);
    tags.set(path, etag);
    const headers = headersFor(etag);
    return answerUnchanged(ifNoneMatch, headers) ?? answerBytes(bytes, contentType(file), headers);
  };

  app.get('/images/*', answer);
  app.options('/images/*', answerOptions);
  app.all('/images/*', refuseMethod);
}
