import { isJson } from '#api/json-answer.ts';
import { parseExamDetail } from '#api/wire-parser.ts';
import { questionsAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { ExamDetail } from '#contract/wire.ts';

const GIVE_UP_AFTER = 20_000;

/** The exam's list as the network has it now, past every cache of ours; undefined without one. */
export const fetchListing = async (
  { apiUrl, providerId, examId }: ExamKey,
  signal: AbortSignal,
): Promise<ExamDetail | undefined> => {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_AFTER)]);
  try {
    const response = await fetch(questionsAddress(apiUrl, providerId, examId), {
      // The browser may hold on to a body that was cut off, and hear that nothing has changed.
      cache: 'reload',
      credentials: 'omit',
      signal: limited,
    });
    const isListing = response.status === 200 && isJson(response);
    return isListing ? parseExamDetail(await response.json(), examId) : undefined;
  } catch {
    return undefined;
  }
};

export const hasSameQuestions = (a: ExamDetail, b: ExamDetail) =>
  a.questionIds.length === b.questionIds.length &&
  a.questionIds.every((id, index) => id === b.questionIds[index]);
