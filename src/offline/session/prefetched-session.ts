import { peekPrefetched } from '#api/prefetched-answers.ts';
import { parseQuestion } from '#api/wire-parser.ts';
import type { ExamKey } from '#contract/caches.ts';
import { success } from '#contract/result.ts';
import type { ExamDetail, QuestionAnswer } from '#contract/wire.ts';
import { isValidAnswer } from '../answer-validation.ts';
import { addressOfQuestion } from '../library/saved-manifest.ts';
import type { ExamSession } from './exam-session.ts';

/** The id of an exam's first question, and the question. */
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

/** The first question, if a valid answer was prefetched. */
export const findPrefetched = async (key: ExamKey, { questionIds: [id] }: ExamDetail) =>
  id === undefined ? undefined : readPrefetched(key, id).catch(() => undefined);

/**
 * A session that begins with a prefetched question, before the exam's caches are open.
 * Everything else waits for `opening`, which must not reject.
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
      // Loading saves the question. The screen keeps showing the prefetched one.
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
