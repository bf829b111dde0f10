import {
  examsAddress,
  providersAddress,
  questionAddress,
  questionsAddress,
} from '#contract/addresses.ts';
import type { Failure } from '#contract/failure.ts';
import { failed, type Result } from '#contract/result.ts';
import type { ExamDetail, ExamSummary, Provider, QuestionAnswer } from '#contract/wire.ts';
import { logLeftOut } from './error-catalogue.ts';
import { askJson, type FetchAnswer } from './json-answer.ts';
import { isId, parseExamDetail, parseExams, parseProviders, parseQuestion } from './wire-parser.ts';

type Answer<T> = Promise<Result<T, Failure>>;

/** The calls of SPEC 7. Each gives a value or a failure of the catalogue and never throws. */
export type Api = {
  fetchProviders: (signal?: AbortSignal) => Answer<Provider[]>;
  fetchExams: (providerId: string, signal?: AbortSignal) => Answer<ExamSummary[]>;
  fetchQuestions: (providerId: string, examId: string, signal?: AbortSignal) => Answer<ExamDetail>;
  fetchQuestion: (
    providerId: string,
    examName: string,
    questionId: string,
    signal?: AbortSignal,
  ) => Answer<QuestionAnswer>;
};

const browserFetch: FetchAnswer = (address, init) => fetch(address, init);

/** `apiUrl` is absolute and has no trailing slash. */
export const createApi = (apiUrl: string, fetchAnswer = browserFetch): Api => ({
  fetchProviders: (signal) =>
    askJson(
      fetchAnswer,
      {
        address: providersAddress(apiUrl),
        parse: (body) => parseProviders(body, logLeftOut),
        otherwise: 'providers-failed',
      },
      signal,
    ),

  fetchExams: async (providerId, signal) => {
    if (!isId(providerId)) return failed('provider-name-invalid');
    return askJson(
      fetchAnswer,
      {
        address: examsAddress(apiUrl, providerId),
        parse: (body) => parseExams(body, logLeftOut),
        otherwise: 'exams-failed',
        notFound: 'exams-not-found',
      },
      signal,
    );
  },

  fetchQuestions: async (providerId, examId, signal) => {
    if (!isId(providerId) || !isId(examId)) return failed('questions-parameters-invalid');
    return askJson(
      fetchAnswer,
      {
        address: questionsAddress(apiUrl, providerId, examId),
        parse: (body) => parseExamDetail(body, examId),
        otherwise: 'questions-failed',
        notFound: 'questions-not-found',
      },
      signal,
    );
  },

  fetchQuestion: async (providerId, examName, questionId, signal) => {
    if (![providerId, examName, questionId].every(isId)) {
      return failed('question-parameters-invalid');
    }
    return askJson(
      fetchAnswer,
      {
        address: questionAddress(apiUrl, providerId, examName, questionId),
        parse: parseQuestion,
        otherwise: 'question-failed',
        notFound: 'question-not-found',
      },
      signal,
    );
  },
});
