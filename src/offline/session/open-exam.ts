import type { Api } from '#api/calls.ts';
import { LASTING } from '#api/prefetched-answers.ts';
import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import type { Failure, Result } from '#contract/result.ts';
import { delay } from '#primitives/delay.ts';
import { subscribeToLibrary } from '../library/exam-library.ts';
import { type ExamSession, findSession } from './exam-session.ts';

type Ahead = {
  found: Promise<Result<ExamSession, Failure>>;
  controller: AbortController;
  /** The session, once its first question is there; undefined if that failed. */
  opening?: Promise<ExamSession | undefined>;
  ready?: ExamSession;
};

/** Exams opened before their screen is. */
const ahead = new Map<string, Ahead>();

/**
 * Opens an exam with its first question, so that the first render of its screen can show it. Resolves
 * to its session then; to undefined if it could not be opened.
 */
export const openAhead = async (api: Api, exam: ExamKey) => {
  const name = cacheNameOf(exam);
  const known = ahead.get(name);
  if (known) return known.opening;
  const controller = new AbortController();
  const { signal } = controller;
  const mine: Ahead = { controller, found: findSession(api, exam, signal) };
  ahead.set(name, mine);
  const drop = () => {
    if (ahead.get(name) !== mine) return;
    ahead.delete(name);
    controller.abort();
  };
  delay(LASTING, signal).then(drop);
  const stop = subscribeToLibrary(({ kind, key }) => {
    if (cacheNameOf(key) !== name) return;
    // The learner has changed an own exam, and the session has it as it was.
    if (kind === 'removed' || (kind === 'saved' && isOwn(key))) drop();
  });
  signal.addEventListener('abort', stop);
  const open = async () => {
    const found = await mine.found;
    const session = found.ok ? found.value : undefined;
    const first = await session?.load(session.detail.questionIds[0] ?? '', signal);
    if (first?.ok) mine.ready = session;
    else drop();
    return mine.ready;
  };
  mine.opening = open();
  return mine.opening;
};

/** The exam's session, if it is open with its first question. */
export const findOpened = (exam: ExamKey) => ahead.get(cacheNameOf(exam))?.ready;

/** Takes the exam that was opened ahead. */
const takeAhead = (exam: ExamKey, signal: AbortSignal) => {
  const mine = ahead.get(cacheNameOf(exam));
  ahead.delete(cacheNameOf(exam));
  signal.addEventListener('abort', () => mine?.controller.abort());
  return mine?.found;
};

/**
 * Opens an exam for a run and saves it on the device. The session follows what any tab saves until
 * `signal` aborts.
 */
export const openExam = async (
  api: Api,
  exam: ExamKey,
  signal: AbortSignal,
): Promise<Result<ExamSession, Failure>> => {
  const found = await (takeAhead(exam, signal) ?? findSession(api, exam, signal));
  if (found.ok && !signal.aborted) found.value.save();
  return found;
};
