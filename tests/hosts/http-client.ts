import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type Answer = {
  address: string;
  status: number;
  headers: IncomingHttpHeaders;
  /** Bytes of the body on the wire. */
  length: number;
  /** The body, decompressed. */
  bytes: Buffer;
  text: string;
  /** Undefined if the body is not JSON. */
  json: unknown;
};

type AskOptions = { method?: string; headers?: Record<string, string>; body?: Uint8Array };

const LIMIT = 20_000;
const MOST_REDIRECTS = 3;

const decoders: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const askOnce = async (address: string, options: AskOptions): Promise<Answer> => {
  const send = address.startsWith('https:') ? overHttps : overHttp;
  const request = send(address, { ...options, timeout: LIMIT });
  request.on('timeout', () => request.destroy(new Error(`${address} is silent`)));
  request.end(options.body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  const { statusCode: status = 0, headers } = response;
  const decode = body.length > 0 && decoders[headers['content-encoding'] ?? ''];
  const bytes = decode ? decode(body) : body;
  const text = bytes.toString();
  return { address, status, headers, length: body.length, bytes, text, json: parseJson(text) };
};

/** Unlike `fetch`: sends only the caller's headers, caches nothing, and counts compressed bytes. */
export const ask = async (address: string, options: AskOptions = {}): Promise<Answer> => {
  let answer = await askOnce(address, options);
  for (let hop = 0; hop < MOST_REDIRECTS; hop += 1) {
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status > 308 || answer.status === 304 || !location) break;
    answer = await askOnce(new URL(location, answer.address).href, options);
  }
  return answer;
};
