import { SITE } from './addresses.ts';

/** Each route's pattern beside the builder of its addresses (spec: Addresses). Segments are encoded once. */
export const routes = {
  providerList: { pattern: SITE, address: () => SITE },
  examList: {
    pattern: `${SITE}exams/:providerId`,
    address: (providerId: string) => `${SITE}exams/${encodeURIComponent(providerId)}`,
  },
  examRunner: {
    pattern: `${SITE}exams/:providerId/:examId`,
    address: (providerId: string, examId: string) =>
      `${SITE}exams/${encodeURIComponent(providerId)}/${encodeURIComponent(examId)}`,
  },
} as const;

/** Decodes a segment of the address bar. Undefined if an escape is malformed. */
export const decodeSegment = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};
