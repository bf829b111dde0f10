import { SITE } from '#contract/addresses.ts';
import { fromBase64, toBase64 } from '#primitives/base64.ts';

/** What paired devices share: 128 random bits, as 22 characters of a link's fragment. */

const SECRET_SIZE = 16;
const MARK = '#pair=';

const printSecret = (bytes: Uint8Array) =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const bytesOf = (secret: string) => fromBase64(secret.replaceAll('-', '+').replaceAll('_', '/'));

export const createSecret = () => printSecret(crypto.getRandomValues(new Uint8Array(SECRET_SIZE)));

/** The secret in a link or alone; undefined if there is none. */
export const readSecret = (text: string) => {
  const [, secret] = /^(?:.*#pair=)?([\w-]{22})$/s.exec(text.trim()) ?? [];
  return secret && printSecret(bytesOf(secret)) === secret ? secret : undefined;
};

/** A fragment is sent to no server. */
export const pairLink = (secret: string, origin: string) => `${origin}${SITE}${MARK}${secret}`;

const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const hashOf = async (text: string) =>
  toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** Where the server keeps what is shared, and the key that it never sees. */
export const deriveKeys = async (secret: string) => {
  const { subtle } = crypto;
  const base = await subtle.importKey('raw', bytesOf(secret), 'HKDF', false, [
    'deriveBits',
    'deriveKey',
  ]);
  const from = (info: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: new TextEncoder().encode(info),
  });
  const [address, key] = await Promise.all([
    subtle.deriveBits(from('certdeck address'), base, 128),
    subtle.deriveKey(from('certdeck key'), base, { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]),
  ]);
  return { address: toHex(address), key };
};
