import type { Context, Hono } from 'hono';
import type { ExamDetail, ExamsAnswer, ProvidersAnswer } from '#contract/wire.ts';
import { answerBytes, answerError, answerOptions, answerUnchanged } from './answers.ts';
import type { Catalogue } from './catalogue.ts';
import { tagContent } from './etag.ts';
import { readParameters } from './parameters.ts';
import { refuseMethod } from './refusals.ts';

/** What a client asked for, or why it cannot have it. `owner` is the object the answer is made from. */
type Found = { owner: object; answer: () => unknown };
type Find = (address: string) => Found | Response;

const encoder = new TextEncoder();

/** Adds the calls of SPEC 7 to the app. */
export function addApi(app: Hono, catalogue: Catalogue): void {
  // ETags are worth keeping, bodies are not: a large bank would then be in memory twice.
  const tags = new WeakMap<object, string>();

  const answer = async (c: Context, find: Find) => {
    const found = find(c.req.url);
    if (found instanceof Response) return found;
    let etag = tags.get(found.owner);
    let body: Uint8Array<ArrayBuffer> | undefined;
    if (!etag) {
      body = encoder.encode(JSON.stringify(found.answer()));
      etag = await tagContent(body);
      tags.set(found.owner, etag);
    }
    const headers = { ETag: etag, 'Cache-Control': 'no-cache' };
    const unchanged = answerUnchanged(c.req.header('If-None-Match'), headers);
    if (unchanged) return unchanged;
    body ??= encoder.encode(JSON.stringify(found.answer()));
    return answerBytes(body, 'application/json', headers);
  };

  for (const [path, find] of Object.entries(callsOf(catalogue))) {
    app.get(path, (c) => answer(c, find));
    app.options(path, answerOptions);
    app.all(path, refuseMethod);
  }
}

const notFound = (error: string) => answerError(404, error);

function callsOf(catalogue: Catalogue): Record<string, Find> {
  return {
    '/api/providers': () => ({
      owner: catalogue.bank,
      answer: (): ProvidersAnswer => ({
        providerData: [...catalogue.bank.providers.values()].map(({ id, name, exams }) => ({
          id,
          name,
          examCount: exams.size,
        })),
      }),
    }),

    '/api/exams': (address) => {
      const parameters = readParameters(address, ['provider']);
      if (!parameters.ok) return answerError(400, parameters.failure);
      const provider = catalogue.findProvider(parameters.value.provider);
      if (!provider) return notFound('There is no provider with this id.');
      if (provider.exams.size === 0) return notFound('This provider has no exams yet.');
      return {
        owner: provider,
        answer: (): ExamsAnswer => ({
          exams: [...provider.exams.values()].map(({ name, questions }) => ({
            name,
            questionCount: questions.size,
          })),
        }),
      };
    },

    '/api/questions': (address) => {
      const parameters = readParameters(address, ['providerId', 'examId']);
      if (!parameters.ok) return answerError(400, parameters.failure);
      const { providerId, examId } = parameters.value;
      const exam = catalogue.findExam(providerId, examId);
      if (!exam) return notFound('This provider has no exam with this name.');
      if (exam.questions.size === 0) return notFound('This exam has no questions yet.');
      const { id, name, questions, domains } = exam;
      return {
        owner: exam,
        answer: (): ExamDetail => ({
          id,
          name,
          questionIds: [...questions.keys()],
          ...(domains.length > 0 && { domains }),
        }),
      };
    },

    '/api/question': (address) => {
      const parameters = readParameters(address, ['provider', 'examName', 'questionId']);
      if (!parameters.ok) return answerError(400, parameters.failure);
      const { provider, examName, questionId } = parameters.value;
      const question = catalogue.findQuestion(provider, examName, questionId);
      if (!question) return notFound('This exam has no question with this id.');
      return { owner: question, answer: () => question.answer };
    },
  };
}
