import type { Context, Hono } from 'hono';
import * as dataFiles from '#contract/data-files.ts';
import { answerFile, answerMessage, notFound } from './answer.ts';
import type { Files } from './files.ts';
import { decodeSegments } from './request-address.ts';

const noExam = 'This provider has no questions for an exam with this name.';

/** Adds the calls of the API, the images and the compiled files themselves to the app. */
export function addApi(app: Hono, data: Files): void {
  const send = (c: Context, path: string, missing = () => notFound(c)) =>
    answerFile(c, data, `/${path}`, { missing });

  /** `pathOf` takes the parameters in order and says where the compiled bank has the answer. */
  const addCall = (
    address: string,
    parameters: readonly string[],
    pathOf: (...values: [string, string, string]) => string,
    missing: string,
  ) =>
    app.get(address, (c) => {
      const query = c.req.query();
      const absent = parameters.find((name) => !query[name]);
      if (absent) return answerMessage(c, 400, `The parameter '${absent}' is missing.`);
      const values = parameters.map((name) => query[name]) as [string, string, string];
      return send(c, pathOf(...values), () => answerMessage(c, 404, missing));
    });
  const noQuestion = 'This exam has no question with this id.';
  addCall('/api/providers', [], () => dataFiles.providers, 'There are no providers yet.');
  addCall('/api/exams', ['provider'], dataFiles.exams, 'This provider has no exams.');
  addCall('/api/questions', ['providerId', 'examId'], dataFiles.exam, noExam);
  addCall('/api/exam', ['providerId', 'examId'], dataFiles.bundle, noExam);
  addCall('/api/question', ['provider', 'examName', 'questionId'], dataFiles.question, noQuestion);

  app.get('/images/*', (c) => {
    const segments = decodeSegments(c.req.path);
    if (!segments) return answerMessage(c, 400, 'The address holds a malformed escape.');
    const [, provider = '', exam = '', question = '', file = '', ...more] = segments;
    if (more.length > 0) return notFound(c);
    return send(c, dataFiles.image(provider, exam, question, file));
  });

  // The files as a static host has them, which is what an app built for files asks for.
  app.get('/data/*', (c) => send(c, c.req.path.slice('/data/'.length)));
}
