import { SITE } from './addresses.ts';

/** The addresses of screens (spec: Screens). Each id is a segment, encoded once. */
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

export type ScreenAddress =
  | { screen: 'home' }
  | { screen: 'other' }
  | { screen: 'list'; providerId: string }
  | { screen: 'runner'; providerId: string; examId: string };

const EXAMS = /^exams\/([^/]+)(?:\/([^/]+))?\/?$/i;

/** The screen at a path as it stands in the address bar. A malformed escape leads to no screen. */
export const readScreen = (path: string): ScreenAddress => {
  const below = path.slice(SITE.length);
  if (below === '') return { screen: 'home' };
  try {
    const [, provider, exam] = EXAMS.exec(below) ?? [];
    if (provider === undefined) return { screen: 'other' };
    const providerId = decodeURIComponent(provider);
    if (exam === undefined) return { screen: 'list', providerId };
    return { screen: 'runner', providerId, examId: decodeURIComponent(exam) };
  } catch {
    return { screen: 'other' };
  }
};
