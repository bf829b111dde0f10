/** Whether a text has half of a character, which no address and no key can hold. */
export const hasLoneSurrogate = (text: string) => /\p{Surrogate}/u.test(text);

/** A segment of an address or a key. `encodeURIComponent` itself throws on a lone surrogate. */
export const encodeSegment = (text: string) =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** Undefined if an escape is malformed. */
export const decodeSegment = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};
