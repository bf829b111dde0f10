import type { Context, Hono } from 'hono';
import * as dataFiles from '#contract/data-files.ts';
import { answerFile, answerMessage, notFound } from './answer.ts';
import type { Files } from './files.ts';
import { decodeSegments } from './request-address.ts';

const noExam = 'This provider has no questions for an exam with this name.';

type Call = {
  parameters: readonly string[];
  /** Where the compiled bank has the answer; takes the parameters in order. */
  pathOf: (...values: [string, string, string]) => string;
  missing: string;
};

const calls: Readonly<Record<string, Call>> = {
  '/api/providers': {
    parameters: [],
    pathOf: () => dataFiles.providers,
    missing: 'There are no providers yet.',
  },
  '/api/exams': {
    parameters: ['provider'],
    pathOf: dataFiles.exams,
    missing: 'This provider has no exams.',
  },
  '/api/questions': {
    parameters: ['providerId', 'examId'],
    pathOf: dataFiles.exam,
    missing: noExam,
  },
  '/api/exam': {
    parameters: ['providerId', 'examId'],
    pathOf: dataFiles.bundle,
    missing: noExam,
  },
  '/api/question': {
    parameters: ['provider', 'examName', 'questionId'],
    pathOf: dataFiles.question,
    missing: 'This exam has no question with this id.',
  },
};

/** Adds the calls of the API, the images and the compiled files themselves to the app. */
export function addApi(app: Hono, data: Files): void {
  const send = (c: Context, path: string, missing = () => notFound(c)) =>
    answerFile(c, data, `/${path}`, { missing });

  for (const [path, { parameters, pathOf, missing }] of Object.entries(calls)) {
    app.get(path, (c) => {
      const query = c.req.query();
      const absent = parameters.find((name) => !query[name]);
      if (absent) return answerMessage(c, 400, `The parameter '${absent}' is missing.`);
      const values = parameters.map((name) => query[name]) as [string, string, string];
      return send(c, pathOf(...values), () => answerMessage(c, 404, missing));
    });
  }

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
