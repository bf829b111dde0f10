import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import * as dataFiles from '#contract/data-files.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { answerError } from './answers.ts';
import { methodNotAllowed, notFound } from './errors.ts';
import type { Files } from './files.ts';
import { decodeSegments } from './request-address.ts';
import { readFileText, sendFile } from './send-file.ts';

type Path = (examName: string) => string;

const namesSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** Adds the calls of the API, the images and the compiled files themselves to the app. */
export function addData(app: Hono, data: Files): void {
  const send = (c: Context, path: string) => sendFile(c, data, `/${path}`);
  const sendRepeatable = (c: Context, path: string) =>
    sendFile(c, data, `/${path}`, { isRepeatable: true });

  /** An exam goes by its name, or else by the id that its folder has. */
  const sendOfExam = async (c: Context, providerId: string, exam: string, path: Path) => {
    const found = await sendRepeatable(c, path(exam));
    if (found) return found;
    const names = await data.find(`/${dataFiles.examNames(providerId)}`);
    const parsed = names && v.safeParse(namesSchema, await readFileText(names));
    const name = parsed?.success && Object.hasOwn(parsed.output, exam) && parsed.output[exam];
    return name ? send(c, path(name)) : undefined;
  };

  const add = (path: string, answer: (c: Context) => Promise<Response>) => {
    app.get(path, answer);
    app.all(path, methodNotAllowed);
  };

  const addCall = <Name extends string>(
    path: string,
    names: readonly Name[],
    missing: string,
    find: (c: Context, parameters: Record<Name, string>) => Promise<Response | undefined>,
  ) =>
    add(path, async (c) => {
      const parameters = readParameters(c, names);
      if (!parameters.ok) return answerError(400, parameters.failure);
      return (await find(c, parameters.value)) ?? answerError(404, missing);
    });

  addCall('/api/providers', [], 'There are no providers yet.', (c) =>
    sendRepeatable(c, dataFiles.providers),
  );
  addCall('/api/exams', ['provider'], 'There are no exams of this provider.', (c, { provider }) =>
    sendRepeatable(c, dataFiles.exams(provider)),
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

  add('/images/*', async (c) => {
    const segments = decodeSegments(c.req.path);
    if (!segments) return answerError(400, 'The address holds a malformed escape.');
    const [, provider = '', exam = '', question = '', file = '', ...more] = segments;
    if (more.length > 0) return notFound(c);
    const path = (name: string) => dataFiles.image(provider, name, question, file);
    return (await sendOfExam(c, provider, exam, path)) ?? notFound(c);
  });

  // For whoever asks for the files as a static host keeps them.
  add('/data/*', async (c) => (await send(c, c.req.path.slice('/data/'.length))) ?? notFound(c));
}

/**
 * Reads the named query parameters. Each must be there and not empty; one that is repeated must
 * say the same every time. The failure says in words which one is wrong.
 */
function readParameters<Name extends string>(
  c: Context,
  names: readonly Name[],
): Result<Record<Name, string>, string> {
  const values = {} as Record<Name, string>;
  for (const name of names) {
    const [value, ...others] = new Set(c.req.queries(name));
    if (others.length > 0) return failed(`The parameter '${name}' is given more than once.`);
    if (!value) return failed(`The parameter '${name}' is missing.`);
    values[name] = value;
  }
  return success(values);
}
