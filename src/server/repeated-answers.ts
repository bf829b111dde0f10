import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Form, FormName } from './files.ts';
import { createRecentMap } from './recent-map.ts';

/** Bytes that the headers and the objects around them take, about. */
const OVERHEAD = 2048;
/** Answers above this many bytes are made anew each time: there sending takes longest. */
const LARGE = 64 * 1024;

type Source = {
  /** The forms of the file that decide the answer, there or not. */
  decisive: readonly FormName[];
  isCurrent: (forms: readonly FormName[]) => boolean;
};

/** What the app tells of an answer that nothing but the request and one file decides. */
export type Bindings = { sent?: Source & { form: Form } };

type Answer = Source & {
  status: number;
  headers: Record<string, string>;
  /** The bytes as Latin-1: Node sends text in one piece with the headers, which is faster. */
  body: string;
  bytes: number;
};

/** All of a request that the app's answer depends on where it is a file. */
const keyOf = ({ method, url, headers }: IncomingMessage) =>
  [
    method,
    headers.host,
    url,
    headers['accept-encoding'],
    headers['if-match'],
    headers['if-none-match'],
  ].join('\n');

/**
 * Gives again what the app has answered to the same request, as long as the file is the same, and
 * keeps so many bytes for that. To ask the app takes three times as long.
 */
export function repeatAnswers(mostBytes: number) {
  const answers = createRecentMap<Answer>(mostBytes);

  const remember = (request: IncomingMessage, response: Response, { sent }: Bindings) => {
    const { status, headers } = response;
    if (!sent || sent.form.size > LARGE || (status !== 200 && status !== 304)) return;
    const content = sent.form.open();
    if (!(content instanceof Uint8Array)) return;
    const key = keyOf(request);
    answers.keep(key, {
      status,
      headers: Object.fromEntries(headers),
      body: status === 200 ? Buffer.from(content).toString('latin1') : '',
      decisive: sent.decisive,
      isCurrent: sent.isCurrent,
      bytes: 2 * key.length + content.byteLength + OVERHEAD,
    });
  };

  /** Answers, unless the app has to. */
  const repeat = (request: IncomingMessage, response: ServerResponse): boolean => {
    const key = keyOf(request);
    const answer = answers.get(key);
    try {
      if (!answer?.isCurrent(answer.decisive)) return false;
    } catch {
      // The app asks the disk again, and says what is wrong with it.
      return false;
    }
    answers.keep(key, answer);
    // Node sends no body to HEAD.
    response.writeHead(answer.status, answer.headers).end(answer.body, 'latin1');
    return true;
  };
  return { remember, repeat };
}
