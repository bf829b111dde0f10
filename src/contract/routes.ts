import { SITE } from './addresses.ts';
import type { ExamKey } from './caches.ts';

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

/** The address of a run of an exam; `search` says which, the whole exam by default. */
export const runAddress = (
  { providerId, examId }: Pick<ExamKey, 'providerId' | 'examId'>,
  search = '',
) => routes.examRunner.address(providerId, examId) + search;

/** Decodes a segment of the address bar. Undefined if an escape is malformed. */
export const decodeSegment = (segment: string) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};
