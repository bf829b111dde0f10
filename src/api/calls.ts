import {
  examsAddress,
  providersAddress,
  questionAddress,
  questionsAddress,
} from '#contract/addresses.ts';
import { type Failure, failed, type Result, success } from '#contract/result.ts';
import { isId } from '#contract/wire.ts';
import { logLeftOut } from './error-catalogue.ts';
import {
  type Fetched,
  fetchJson,
  fetchOnce,
  GIVE_UP_AFTER,
  type Send,
  type SharedOptions,
} from './fetch-answer.ts';
import { parseExamDetail, parseExams, parseProviders, parseQuestion } from './wire-parser.ts';

/** Ends a call that takes too long, body included. */
export const limitTime = (signal?: AbortSignal) => {
  const limit = AbortSignal.timeout(GIVE_UP_AFTER);
  return signal ? AbortSignal.any([signal, limit]) : limit;
};

/** Network, type, syntax, shape and ids are all the call's own failure. */
const asResult = <T>(
  fetched: Fetched<T>,
  otherwise: Failure,
  notFound: Failure = 'status-unexpected',
): Result<T, Failure> => {
  if (fetched.kind === 'valid') return success(fetched.value);
  if (fetched.kind === 'gone') return failed(notFound);
  return failed(fetched.kind === 'refused' ? 'status-unexpected' : otherwise);
};

/**
 * The API's calls (spec: Wire). Each resolves to a value or a failure and never throws. `apiUrl` is
 * absolute and has no trailing slash. `send` is how lists are requested.
 */
export const createApi = (apiUrl: string, send?: Send) => {
  const fetchList = <T>(
    address: string,
    parse: (body: unknown) => T | undefined,
    signal?: AbortSignal,
  ) => fetchJson(address, parse, { send, signal: limitTime(signal) });
  return {
    fetchProviders: async (signal?: AbortSignal) => {
      const parse = (body: unknown) => parseProviders(body, logLeftOut);
      const fetched = await fetchList(providersAddress(apiUrl), parse, signal);
      return asResult(fetched, 'providers-failed');
    },

    fetchExams: async (providerId: string, signal?: AbortSignal) => {
      if (!isId(providerId)) return failed<Failure>('provider-name-invalid');
      const parse = (body: unknown) => parseExams(body, logLeftOut);
      const fetched = await fetchList(examsAddress(apiUrl, providerId), parse, signal);
      return asResult(fetched, 'exams-failed', 'exams-not-found');
    },

    fetchQuestions: async (providerId: string, examId: string, signal?: AbortSignal) => {
      if (!isId(providerId) || !isId(examId))
        return failed<Failure>('questions-parameters-invalid');
      const parse = (body: unknown) => parseExamDetail(body, examId);
      const fetched = await fetchList(questionsAddress(apiUrl, providerId, examId), parse, signal);
      return asResult(fetched, 'questions-failed', 'questions-not-found');
    },

    /** Shares its request with a download of the exam. */
    fetchQuestion: async (
      providerId: string,
      examName: string,
      questionId: string,
      options?: SharedOptions,
    ) => {
      if (![providerId, examName, questionId].every(isId)) {
        return failed<Failure>('question-parameters-invalid');
      }
      const address = questionAddress(apiUrl, providerId, examName, questionId);
      const ask = (signal: AbortSignal) => fetchJson(address, parseQuestion, { signal });
      const fetched = await fetchOnce(address, ask, options);
      return asResult(fetched, 'question-failed', 'question-not-found');
    },
  };
};

export type Api = ReturnType<typeof createApi>;
