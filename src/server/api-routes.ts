import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import * as dataFiles from '#contract/data-files.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { answerFile, answerMessage, notFound } from './answer.ts';
import { type Files, readText } from './files.ts';
import { decodeSegments } from './request-address.ts';

type Answer = Response | undefined | Promise<Response | undefined>;

const namesSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** Adds the calls of the API, the images and the compiled files themselves to the app. */
export function addApi(app: Hono, data: Files): void {
  const send = (c: Context, path: string) => answerFile(c, data, `/${path}`);

  /** An exam may be asked for by its name, or by the id of its folder. */
  const sendOfExam = async (
    c: Context,
    providerId: string,
    exam: string,
    pathOf: (examName: string) => string,
  ) => {
    const found = await send(c, pathOf(exam));
    if (found) return found;
    const names = await data.find(`/${dataFiles.examNames(providerId)}`);
    const parsed = names && v.safeParse(namesSchema, readText(names));
    const name = parsed?.success && Object.hasOwn(parsed.output, exam) && parsed.output[exam];
    return name ? send(c, pathOf(name)) : undefined;
  };

  const addCall = <Name extends string>(
    path: string,
    names: readonly Name[],
    missing: string,
    find: (c: Context, parameters: Record<Name, string>) => Answer,
  ) =>
    app.get(path, async (c) => {
      const parameters = readParameters(c, names);
      if (!parameters.ok) return answerMessage(c, 400, parameters.failure);
      return (await find(c, parameters.value)) ?? answerMessage(c, 404, missing);
    });

  addCall('/api/providers', [], 'There are no providers yet.', (c) => send(c, dataFiles.providers));
  addCall('/api/exams', ['provider'], 'This provider has no exams.', (c, { provider }) =>
    send(c, dataFiles.exams(provider)),
  );
  const noExam = 'This provider has no questions for an exam with this name.';
  const examNames = ['providerId', 'examId'] as const;
  addCall('/api/questions', examNames, noExam, (c, { providerId, examId }) =>
    sendOfExam(c, providerId, examId, (name) => dataFiles.exam(providerId, name)),
  );
  addCall('/api/exam', examNames, noExam, (c, { providerId, examId }) =>
    sendOfExam(c, providerId, examId, (name) => dataFiles.bundle(providerId, name)),
  );
  addCall(
    '/api/question',
    ['provider', 'examName', 'questionId'],
    'This exam has no question with this id.',
    (c, { provider, examName, questionId }) =>
      sendOfExam(c, provider, examName, (name) => dataFiles.question(provider, name, questionId)),
  );

  app.get('/images/*', async (c) => {
    const segments = decodeSegments(c.req.path);
    if (!segments) return answerMessage(c, 400, 'The address holds a malformed escape.');
    const [, provider = '', exam = '', question = '', file = '', ...more] = segments;
    if (more.length > 0) return notFound(c);
    const pathOf = (name: string) => dataFiles.image(provider, name, question, file);
    return (await sendOfExam(c, provider, exam, pathOf)) ?? notFound(c);
  });
  // The files as a static host has them, which is what an app built for files asks for.
  app.get(
    '/data/*',
    async (c) => (await send(c, c.req.path.slice('/data/'.length))) ?? notFound(c),
  );
}

/** Reads the named query parameters, none of which may be empty. The failure is for the client. */
function readParameters<Name extends string>(
  c: Context,
  names: readonly Name[],
): Result<Record<Name, string>, string> {
  const values = {} as Record<Name, string>;
  for (const name of names) {
    const value = c.req.query(name);
    if (!value) return failed(`The parameter '${name}' is missing.`);
    values[name] = value;
  }
  return success(values);
}
