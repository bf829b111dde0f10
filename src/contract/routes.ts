import { SITE } from './addresses.ts';
import type { ExamKey } from './caches.ts';

/** The address of each screen (spec: Screens). Segments are encoded once. */
export const routes = {
  providerList: { address: () => SITE },
  examList: {
    address: (providerId: string) => `${SITE}exams/${encodeURIComponent(providerId)}`,
  },
  examRunner: {
    address: (providerId: string, examId: string) =>
      `${SITE}exams/${encodeURIComponent(providerId)}/${encodeURIComponent(examId)}`,
  },
} as const;

/** The address of a run of an exam; `search` says which, the whole exam by default. */
export const runAddress = (
  { providerId, examId }: Pick<ExamKey, 'providerId' | 'examId'>,
  search = '',
) => routes.examRunner.address(providerId, examId) + search;

type Route =
  | { screen: 'home' | 'other' }
  | { screen: 'list'; providerId: string }
  | { screen: 'runner'; providerId: string; examId: string };

/** The screen of a path as the browser gives it, with or without a slash at its end. */
export const readRoute = (pathname: string): Route => {
  const path = pathname.slice(SITE.length);
  if (path === '') return { screen: 'home' };
  const [, ...segments] = /^exams\/([^/]+)(?:\/([^/]+))?\/?$/i.exec(path) ?? [];
  try {
    const [providerId, examId] = segments.map((id) => id && decodeURIComponent(id));
    if (providerId && examId) return { screen: 'runner', providerId, examId };
    if (providerId) return { screen: 'list', providerId };
  } catch {
    // An escape is malformed.
  }
  return { screen: 'other' };
};
