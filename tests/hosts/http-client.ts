import { type IncomingHttpHeaders, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An answer as it came over the wire, with what its body decodes to. */
export type Answer = {
  address: string;
  status: number;
  headers: IncomingHttpHeaders;
  /** Bytes on the wire. */
  length: number;
  bytes: Buffer;
  text: string;
  /** Undefined where the body is no JSON. */
  json: unknown;
};

type AskOptions = { method?: string; headers?: Record<string, string> };

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

const askOnce = (address: string, { method = 'GET', headers = {} }: AskOptions) =>
  new Promise<Answer>((resolve, reject) => {
    const send = address.startsWith('https:') ? overHttps : overHttp;
    const asked = send(address, { method, headers, timeout: LIMIT }, async (response) => {
      try {
        const body = Buffer.concat(await response.toArray());
        const decode = body.length > 0 && decoders[response.headers['content-encoding'] ?? ''];
        const bytes = decode ? decode(body) : body;
        const text = bytes.toString();
        const { statusCode: status = 0, headers } = response;
        const json = parseJson(text);
        resolve({ address, status, headers, length: body.length, bytes, text, json });
      } catch (error) {
        reject(error);
      }
    });
    asked.on('timeout', () => asked.destroy(new Error(`${address} is silent`)));
    asked.on('error', reject);
    asked.end();
  });

/** Asks as no browser could: every header is the caller's, and nothing is decoded or kept unseen. */
export const ask = async (address: string, options: AskOptions = {}): Promise<Answer> => {
  let answer = await askOnce(address, options);
  for (let hop = 0; hop < MOST_REDIRECTS; hop += 1) {
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status > 308 || answer.status === 304 || !location) break;
    answer = await askOnce(new URL(location, answer.address).href, options);
  }
  return answer;
};
