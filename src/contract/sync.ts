/**
 * What two paired devices and the server between them agree on. An object is a mark, a nonce, and
 * encrypted content of whole steps with its tag; only the devices can read it.
 */

export const MARK = new TextEncoder().encode('CDS1');
export const NONCE_SIZE = 12;
const TAG_SIZE = 16;
/** Content is padded to a multiple of it, so that its size tells little. */
export const STEP = 16 * 1024;
/** Bytes before and after the content. */
const FRAME = MARK.length + NONCE_SIZE + TAG_SIZE;
/** Bytes of an object at most. */
export const LARGEST_OBJECT = 2 * 1024 * 1024;
export const LARGEST_CONTENT = Math.floor((LARGEST_OBJECT - FRAME) / STEP) * STEP;

export const isPlausible = (object: Uint8Array) => {
  const steps = (object.length - FRAME) / STEP;
  const isMarked = MARK.every((byte, index) => object[index] === byte);
  return isMarked && Number.isInteger(steps) && steps > 0 && object.length <= LARGEST_OBJECT;
};

/** 128 bits. */
export const ADDRESS = /^[0-9a-f]{32}$/;

/** The header by which an answer is known to come from such a server. */
export const SYNC_HEADER = 'CertDeck-Sync';
