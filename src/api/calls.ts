import {
  examsAddress,
  providersAddress,
  questionAddress,
  questionsAddress,
} from '#contract/addresses.ts';
import { type Failure, failed, type Result } from '#contract/result.ts';
import type { ExamDetail, ExamSummary, Provider, QuestionAnswer } from '#contract/wire.ts';
import { logLeftOut } from './error-catalogue.ts';
import { askJson, type Call, type FetchAnswer } from './json-answer.ts';
import { isId, parseExamDetail, parseExams, parseProviders, parseQuestion } from './wire-parser.ts';

type Answer<T> = Promise<Result<T, Failure>>;

/** The API's calls (spec: Wire). Each resolves to a value or a failure and never throws. */
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
export const createApi = (apiUrl: string, fetchAnswer = browserFetch): Api => {
  const ask = <T>(call: Call<T>, signal?: AbortSignal) => askJson(fetchAnswer, call, signal);
  return {
    fetchProviders: (signal) => {
      const address = providersAddress(apiUrl);
      const parse = (body: unknown) => parseProviders(body, logLeftOut);
      return ask({ address, parse, otherwise: 'providers-failed' }, signal);
    },

    fetchExams: async (providerId, signal) => {
      if (!isId(providerId)) return failed('provider-name-invalid');
      const address = examsAddress(apiUrl, providerId);
      const parse = (body: unknown) => parseExams(body, logLeftOut);
      return ask(
        { address, parse, otherwise: 'exams-failed', notFound: 'exams-not-found' },
        signal,
      );
    },

    fetchQuestions: async (providerId, examId, signal) => {
      if (!isId(providerId) || !isId(examId)) return failed('questions-parameters-invalid');
      const address = questionsAddress(apiUrl, providerId, examId);
      const parse = (body: unknown) => parseExamDetail(body, examId);
      const failures = { otherwise: 'questions-failed', notFound: 'questions-not-found' } as const;
      return ask({ address, parse, ...failures }, signal);
    },

    fetchQuestion: async (providerId, examName, questionId, signal) => {
      if (![providerId, examName, questionId].every(isId)) {
        return failed('question-parameters-invalid');
      }
      const address = questionAddress(apiUrl, providerId, examName, questionId);
      const failures = { otherwise: 'question-failed', notFound: 'question-not-found' } as const;
      return ask({ address, parse: parseQuestion, ...failures }, signal);
    },
  };
};
