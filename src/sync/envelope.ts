import { isPlausible, LARGEST_CONTENT, MARK, NONCE_SIZE, STEP } from '#contract/sync.ts';

/** A text as an object on the server: compressed, padded, encrypted. */

/** Bytes that hold the length of what is compressed. */
const LENGTH_SIZE = 4;

type Bytes = Uint8Array<ArrayBuffer>;

const through = async (content: BlobPart, change: GenericTransformStream): Promise<Bytes> => {
  const stream = new Blob([content]).stream().pipeThrough(change as CompressionStream);
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

const cipher = (object: Bytes) => ({
  name: 'AES-GCM',
  iv: object.subarray(MARK.length, MARK.length + NONCE_SIZE),
  additionalData: MARK,
});

/** Undefined if the text is too much for an object. */
export const seal = async (text: string, key: CryptoKey): Promise<Bytes | undefined> => {
  const packed = await through(text, new CompressionStream('gzip'));
  const length = LENGTH_SIZE + packed.length;
  if (length > LARGEST_CONTENT) return undefined;
  const content = new Uint8Array(Math.ceil(length / STEP) * STEP);
  new DataView(content.buffer).setUint32(0, packed.length);
  content.set(packed, LENGTH_SIZE);
  const frame = new Uint8Array(MARK.length + NONCE_SIZE);
  frame.set(MARK);
  crypto.getRandomValues(frame.subarray(MARK.length));
  const encrypted = await crypto.subtle.encrypt(cipher(frame), key, content);
  return new Uint8Array(await new Blob([frame, encrypted]).arrayBuffer());
};

/** Undefined for what another key has sealed, or what was cut off or changed. */
export const unseal = async (object: Bytes, key: CryptoKey): Promise<string | undefined> => {
  if (!isPlausible(object)) return undefined;
  try {
    const encrypted = object.subarray(MARK.length + NONCE_SIZE);
    const content = new Uint8Array(await crypto.subtle.decrypt(cipher(object), key, encrypted));
    const length = new DataView(content.buffer).getUint32(0);
    const packed = content.subarray(LENGTH_SIZE, LENGTH_SIZE + length);
    return new TextDecoder().decode(await through(packed, new DecompressionStream('gzip')));
  } catch {
    return undefined;
  }
};
