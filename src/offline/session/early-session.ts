import { peekEarly } from '#api/early-answers.ts';
import { parseQuestion } from '#api/wire-parser.ts';
import type { ExamKey } from '#contract/caches.ts';
import { success } from '#contract/result.ts';
import type { ExamDetail, QuestionAnswer } from '#contract/wire.ts';
import { isValidAnswer } from '../answer-validation.ts';
import { addressOfQuestion } from '../library/saved-manifest.ts';
import type { ExamSession } from './exam-session.ts';

/** An exam's first question with its id, as it was requested ahead of time. */
export type EarlyQuestion = readonly [string, QuestionAnswer];

const readEarly = async (key: ExamKey, id: string): Promise<EarlyQuestion | undefined> => {
  const address = addressOfQuestion(key, id);
  const answer = await peekEarly(address);
  if (!answer || !(await isValidAnswer('question', address, answer.clone()))) return undefined;
  const question = parseQuestion(await answer.json());
  return question && [id, question];
};

/** The first question, if it was requested ahead of time and its answer is valid. */
export const findEarly = async (key: ExamKey, { questionIds: [id] }: ExamDetail) =>
  id === undefined ? undefined : readEarly(key, id).catch(() => undefined);

/**
 * A run that begins with an early question, before the exam has its place on the device.
 * Everything else waits for `opening`, which must not fail.
 */
export const earlySession = (
  detail: ExamDetail,
  [earlyId, early]: EarlyQuestion,
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
      const isShown = questionId === earlyId && !opened;
      const loaded = whenOpened((session) => session.loadQuestion(questionId, ...call));
      // Loading stores the question; it stays as it is on screen.
      return isShown ? Promise.resolve(success(early)) : loaded;
    },
    untilStored: (...call) => whenOpened((session) => session.untilStored(...call)),
    prefetch: (questionIds) => whenOpened((session) => session.prefetch(questionIds)),
    prefetched: (questionId, isAnswered) =>
      opened?.prefetched(questionId, isAnswered) ?? (questionId === earlyId ? early : undefined),
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
