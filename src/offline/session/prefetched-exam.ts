import type { Api } from '#api/calls.ts';
import {
  dropPrefetched,
  listPrefetchedOfExam,
  type PrefetchOptions,
  peekPrefetched,
  prefetchExam,
} from '#api/prefetched-answers.ts';
import { parseExamDetail } from '#api/wire-parser.ts';
import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import { success } from '#contract/result.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { isValidAnswer } from '../answer-validation.ts';
import { delay } from '../delay.ts';
import { askBundle } from '../download/exam-bundle.ts';
import { hasCaches } from '../library/exam-cache.ts';
import { onlineSession, openExam } from './exam-opening.ts';
import type { ExamSession } from './exam-session.ts';
import {
  findPrefetched,
  type PrefetchedQuestion,
  prefetchedSession,
} from './prefetched-session.ts';

/** A session that opens before its screen, whose first render then shows a question. */
type Opened = { exam: ExamKey; session: ExamSession; controller: AbortController };

let opened: Opened | undefined;

const isOpen = (exam: ExamKey) => opened && cacheNameOf(opened.exam) === cacheNameOf(exam);

/** The exam's session, if it is already open. */
export const findPrefetchedSession = (exam: ExamKey) =>
  isOpen(exam) ? opened?.session : undefined;

/** Takes over a session that is already open, until `signal` aborts. */
export const takePrefetchedSession = async (exam: ExamKey, signal: AbortSignal) => {
  if (!opened || !isOpen(exam)) return undefined;
  const { session, controller } = opened;
  opened = undefined;
  signal.addEventListener('abort', () => controller.abort());
  return success(session);
};

/** How long the app may wait for the session of the painted question, in milliseconds. */
const STAYING = 3000;

/** Opens the exam whose first question is painted, so that the app's first render shows it too. */
export const prefetchSession = async (api: Api, exam: ExamKey) => {
  const controller = new AbortController();
  const open = async () => {
    const found = await openExam(api, exam, controller.signal);
    if (!found.ok) return undefined;
    const first = found.value.detail.questionIds.slice(0, 1);
    if (first[0] && !found.value.prefetched(first[0])) await found.value.prefetch(first);
    return found.value;
  };
  const session = await Promise.race([open(), delay(STAYING, controller.signal)]);
  if (session) opened = { exam, session, controller };
  else controller.abort();
};

/** The validated lists and first questions of unsaved exams. */
const starts = new Map<string, { detail: ExamDetail; first: PrefetchedQuestion; at: number }>();

/** How long they may be used, in milliseconds. */
const LASTING = 60_000;

const findStart = (exam: ExamKey) => {
  const found = starts.get(cacheNameOf(exam));
  return found && performance.now() - found.at <= LASTING ? found : undefined;
};

/** Drops invalid answers, so that the tap requests them again. */
const dropUseless = async (exam: ExamKey) => {
  for (const { address, kind } of listPrefetchedOfExam(exam)) {
    const validate = async () => {
      const answer = await peekPrefetched(address);
      return answer && isValidAnswer(kind, address, answer);
    };
    if (!(await validate().catch(() => false))) dropPrefetched(address);
  }
};

/** Requests and validates what Start needs, before it is tapped. */
export const prefetchStart = async (exam: ExamKey, options?: PrefetchOptions) => {
  const listed = await prefetchExam(exam, options);
  const detail = listed && parseExamDetail(listed.detail, exam.examId);
  const first = detail && (await findPrefetched(exam, detail));
  if (first) starts.set(cacheNameOf(exam), { detail, first, at: performance.now() });
  else if (!findStart(exam)) await dropUseless(exam);
};

/** Opens an exam at once with its prefetched question. Everything else follows. */
export const openPrefetched = (api: Api, exam: ExamKey) => {
  const found = findStart(exam);
  starts.delete(cacheNameOf(exam));
  if (!found) return;
  const { detail, first } = found;
  const controller = new AbortController();
  const open = async () => {
    if (hasCaches()) askBundle(exam);
    // The question is painted first.
    await delay(0);
    const result = await openExam(api, exam, controller.signal);
    return result.ok ? result.value : onlineSession(api, exam, detail);
  };
  opened = { exam, session: prefetchedSession(detail, first, open()), controller };
};
