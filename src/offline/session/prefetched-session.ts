import { peekPrefetched } from '#api/prefetched-answers.ts';
import { parseQuestion } from '#api/wire-parser.ts';
import type { ExamKey } from '#contract/caches.ts';
import { success } from '#contract/result.ts';
import type { ExamDetail, QuestionAnswer } from '#contract/wire.ts';
import { isValidAnswer } from '../answer-validation.ts';
import { addressOfQuestion } from '../library/saved-manifest.ts';
import type { ExamSession } from './exam-session.ts';

/** An exam's first question with its id, as it was requested ahead of time. */
export type PrefetchedQuestion = readonly [string, QuestionAnswer];

const readPrefetched = async (
  key: ExamKey,
  id: string,
): Promise<PrefetchedQuestion | undefined> => {
  const address = addressOfQuestion(key, id);
  const answer = await peekPrefetched(address);
  if (!answer || !(await isValidAnswer('question', address, answer.clone()))) return undefined;
  const question = parseQuestion(await answer.json());
  return question && [id, question];
};

/** The first question, if it was requested ahead of time and its answer is valid. */
export const findPrefetched = async (key: ExamKey, { questionIds: [id] }: ExamDetail) =>
  id === undefined ? undefined : readPrefetched(key, id).catch(() => undefined);

/**
 * A run that begins with an first question, before the exam has its place on the device.
 * Everything else waits for `opening`, which must not fail.
 */
export const prefetchedSession = (
  detail: ExamDetail,
  [firstId, first]: PrefetchedQuestion,
  opening: Promise<ExamSession>,
): ExamSession => {
  let opened: ExamSession | undefined;
  opening.then((session) => {
    opened = session;
  });
  const whenOpened = async <T>(work: (session: ExamSession) => Promise<T>) => work(await opening);
  return {
    detail,
    loadQuestion: (questionId, ...call) => {
      const isShown = questionId === firstId && !opened;
      const loaded = whenOpened((session) => session.loadQuestion(questionId, ...call));
      // Loading stores the question; it stays as it is on screen.
      return isShown ? Promise.resolve(success(first)) : loaded;
    },
    untilSaved: (...call) => whenOpened((session) => session.untilSaved(...call)),
    prefetch: (questionIds) => whenOpened((session) => session.prefetch(questionIds)),
    prefetched: (questionId, isAnswered) =>
      opened?.prefetched(questionId, isAnswered) ?? (questionId === firstId ? first : undefined),
    onMended: (listener) => {
      let isWanted = true;
      let stop = () => {
        isWanted = false;
      };
      opening.then((session) => {
        if (isWanted) stop = session.onMended(listener);
      });
      return () => stop();
    },
    loadImage: (...call) => whenOpened((session) => session.loadImage(...call)),
  };
};
