import { isJson } from '#api/json-answer.ts';
import { parseExamDetail } from '#api/wire-parser.ts';
import { questionsAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { ExamDetail } from '#contract/wire.ts';

const GIVE_UP_AFTER = 20_000;

/** Lists of which the browser may hold on to a body that was no good, and hear that it has not changed. */
const distrusted = new Set<string>();

/** The exam's list as the network has it now, past every cache of ours; undefined without one. */
export const fetchListing = async (
  { apiUrl, providerId, examId }: ExamKey,
  signal: AbortSignal,
): Promise<ExamDetail | undefined> => {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_AFTER)]);
  const address = questionsAddress(apiUrl, providerId, examId);
  const cache = distrusted.has(address) ? 'reload' : 'no-cache';
  distrusted.add(address);
  try {
    const response = await fetch(address, { cache, credentials: 'omit', signal: limited });
    const isUsable = response.status === 200 && isJson(response);
    const listed = isUsable ? parseExamDetail(await response.json(), examId) : undefined;
    if (listed) distrusted.delete(address);
    return listed;
  } catch {
    return undefined;
  }
};

export const hasSameQuestions = (a: ExamDetail, b: ExamDetail) =>
  a.questionIds.length === b.questionIds.length &&
  a.questionIds.every((id, index) => id === b.questionIds[index]);
