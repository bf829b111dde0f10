import { parseConfig } from '#api/config-parser.ts';
import { isJson } from '#api/json-answer.ts';
import { parseExamDetail, parseExams, parseProviders, parseQuestion } from '#api/wire-parser.ts';
import { readAddress } from '#contract/addresses.ts';
import { isImageWhole } from './image-validation.ts';
import type { RequestClass } from './strategies.ts';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const parsers: Record<
  Exclude<RequestClass, 'image'>,
  (body: unknown, url: URL) => unknown | undefined
> = {
  config: (body, url) => parseConfig(body, url.origin),
  providers: (body) => parseProviders(body),
  exams: (body) => parseExams(body),
  questions: (body, url) => parseExamDetail(body, readAddress(url.href)?.exam?.examId ?? ''),
  question: parseQuestion,
};

/**
 * Whether an answer may be stored or preferred: status 200, the right type, a whole body of the
 * right shape, for the ids asked for. Reads the body, so it may wait and may throw with the network.
 */
export const isValidAnswer = async (kind: RequestClass, address: string, response: Response) => {
  if (response.status !== 200) return false;
  if (kind === 'image') {
    return isImageWhole(response.headers.get('content-type'), await response.arrayBuffer());
  }
  const body = parseJson(await response.text());
  return isJson(response) && parsers[kind](body, new URL(address)) !== undefined;
};
