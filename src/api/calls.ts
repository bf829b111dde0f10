import {
  examsAddress,
  providersAddress,
  questionAddress,
  questionsAddress,
} from '#contract/addresses.ts';
import { type Failure, failed, type Result, success } from '#contract/result.ts';
import {
  type ExamDetail,
  type ExamSummary,
  isId,
  type Provider,
  type QuestionAnswer,
} from '#contract/wire.ts';
import { logLeftOut } from './error-catalogue.ts';
import { type Fetched, fetchJson, fetchOnce, GIVE_UP_AFTER, type Send } from './fetch-answer.ts';
import { parseExamDetail, parseExams, parseProviders, parseQuestion } from './wire-parser.ts';

type Answer<T> = Promise<Result<T, Failure>>;

type QuestionOptions = {
  /** Nothing saves the answer, so the next call requests it again. */
  isTaken?: boolean;
  signal?: AbortSignal;
};

/** The API's calls (spec: Wire). Each resolves to a value or a failure and never throws. */
export type Api = {
  fetchProviders: (signal?: AbortSignal) => Answer<Provider[]>;
  fetchExams: (providerId: string, signal?: AbortSignal) => Answer<ExamSummary[]>;
  fetchQuestions: (providerId: string, examId: string, signal?: AbortSignal) => Answer<ExamDetail>;
  /** Shares its request with a download of the exam. */
  fetchQuestion: (
    providerId: string,
    examName: string,
    questionId: string,
    options?: QuestionOptions,
  ) => Answer<QuestionAnswer>;
};

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

/** `apiUrl` is absolute and has no trailing slash. `send` is how lists are requested. */
export const createApi = (apiUrl: string, send?: Send): Api => {
  const fetchList = <T>(
    address: string,
    parse: (body: unknown) => T | undefined,
    signal?: AbortSignal,
  ) => fetchJson(address, parse, { send, signal: limitTime(signal) });
  return {
    fetchProviders: async (signal) => {
      const parse = (body: unknown) => parseProviders(body, logLeftOut);
      const fetched = await fetchList(providersAddress(apiUrl), parse, signal);
      return asResult(fetched, 'providers-failed');
    },

    fetchExams: async (providerId, signal) => {
      if (!isId(providerId)) return failed('provider-name-invalid');
      const parse = (body: unknown) => parseExams(body, logLeftOut);
      const fetched = await fetchList(examsAddress(apiUrl, providerId), parse, signal);
      return asResult(fetched, 'exams-failed', 'exams-not-found');
    },

    fetchQuestions: async (providerId, examId, signal) => {
      if (!isId(providerId) || !isId(examId)) return failed('questions-parameters-invalid');
      const parse = (body: unknown) => parseExamDetail(body, examId);
      const fetched = await fetchList(questionsAddress(apiUrl, providerId, examId), parse, signal);
      return asResult(fetched, 'questions-failed', 'questions-not-found');
    },

    fetchQuestion: async (providerId, examName, questionId, options) => {
      if (![providerId, examName, questionId].every(isId)) {
        return failed('question-parameters-invalid');
      }
      const address = questionAddress(apiUrl, providerId, examName, questionId);
      const ask = (signal: AbortSignal) => fetchJson(address, parseQuestion, { signal });
      const fetched = await fetchOnce(address, ask, options);
      return asResult(fetched, 'question-failed', 'question-not-found');
    },
  };
};
