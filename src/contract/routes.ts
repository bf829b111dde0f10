import { encodeSegment } from '#primitives/encode.ts';
import { SITE } from './addresses.ts';
import type { ExamKey } from './caches.ts';

/** The address of each screen (spec: Screens). Segments are encoded once. */
export const routes = {
  providerList: { address: () => SITE },
  examList: {
    address: (providerId: string) => `${SITE}exams/${encodeSegment(providerId)}`,
  },
  examRunner: {
    address: (providerId: string, examId: string) =>
      `${SITE}exams/${encodeSegment(providerId)}/${encodeSegment(examId)}`,
  },
} as const;

/** What the address of a run asks for; with nothing, the whole exam in its order. */
export type RunQuery = {
  /** The open run of this kind. */
  continue?: string | undefined;
  /** The run with this id: a mock exam's address from its first moment on. */
  run?: string | undefined;
  /** The result of the run with this id. */
  result?: string | undefined;
  /** The question with this id. */
  only?: string | undefined;
  /** A mock exam like the vendor's: a form by its number, otherwise questions drawn anew. */
  mock?: string | undefined;
  /** How many times the vendor's minutes it has. */
  time?: string | undefined;
  /** Domains and tasks by their ids. */
  topics?: string[] | undefined;
  questions?: number | undefined;
  /** What they are chosen from. */
  from?: string | undefined;
  isShuffled?: boolean | undefined;
  minutes?: number | undefined;
};

const TEXTS = ['continue', 'run', 'result', 'only', 'mock', 'time', 'from'] as const;
const NUMBERS = ['questions', 'minutes'] as const;

/** The end of a run's address, with its question mark; '' for the whole exam. */
export const printRunQuery = (query: RunQuery) => {
  const { topics = [], isShuffled } = query;
  const parameters = new URLSearchParams(topics.map((topic) => ['in', topic]));
  for (const name of [...NUMBERS, ...TEXTS]) {
    if (query[name] !== undefined) parameters.set(name, `${query[name]}`);
  }
  if (isShuffled) parameters.set('order', 'shuffled');
  return parameters.size > 0 ? `?${parameters}` : '';
};

/** Reads the end of a run's address. What can't be read asks for nothing. */
export const readRunQuery = (search: string): RunQuery => {
  const parameters = new URLSearchParams(search);
  const topics = parameters.getAll('in').filter(Boolean);
  const query: RunQuery = {
    topics: topics.length > 0 ? topics : undefined,
    isShuffled: parameters.get('order') === 'shuffled',
  };
  for (const name of TEXTS) query[name] = parameters.get(name) || undefined;
  for (const name of NUMBERS) {
    const value = Number(parameters.get(name));
    query[name] = Number.isInteger(value) && value > 0 ? value : undefined;
  }
  return query;
};

/** The address of a run of an exam, the whole exam by default. */
export const runAddress = (
  { providerId, examId }: Pick<ExamKey, 'providerId' | 'examId'>,
  query: RunQuery | string = '',
) =>
  routes.examRunner.address(providerId, examId) +
  (typeof query === 'string' ? query : printRunQuery(query));

/** What an exam's page can show in its place. */
const examViews = ['search', 'notes', 'look-alikes'] as const;
export type ExamView = (typeof examViews)[number];

/** The address of an exam's page, which lies over its list, and what such an address asks for. */
export const examAddress = (
  { providerId, examId }: Pick<ExamKey, 'providerId' | 'examId'>,
  view?: ExamView,
) => {
  const parameters = new URLSearchParams({ exam: examId });
  if (view) parameters.set('view', view);
  return `${routes.examList.address(providerId)}?${parameters}`;
};
export const readExam = (search: string) => new URLSearchParams(search).get('exam');
export const readView = (search: string) => {
  const asked = new URLSearchParams(search).get('view');
  return examViews.find((view) => view === asked);
};

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
