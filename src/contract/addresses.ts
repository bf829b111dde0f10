import { decodeSegment, encodeSegment } from '#primitives/encode.ts';
import { lastSegment } from '#primitives/last-segment.ts';
import type { ExamKey } from './caches.ts';
import * as dataFiles from './data-files.ts';

/**
 * Every address the app asks for is built here, because addresses are cache keys:
 * one parameter order, `%20` for a space, one encoding for each path segment.
 */

/** The site's path on its host, with a slash at both ends. */
export const SITE = import.meta.env?.BASE_URL ?? '/';

export const WORKER_ADDRESS = `${SITE}sw.js`;

/**
 * Marks the end of an API address that is a folder of compiled files, in `data/`, instead of a server.
 * As part of the address it also keeps what is saved from the two apart.
 */
export const FILES_MARK = '#files';

export const isFilesApi = (apiUrl: string) => apiUrl.endsWith(FILES_MARK);

/** Browsers escape an apostrophe in a query, so a cache would not find the bare one again. */
const encodeValue = (value: string) => encodeSegment(value).replaceAll("'", '%27');

type Parameters = Record<string, string>;

/** `file` is the answer's place in the compiled bank, `api` the path of the call. */
const address = (base: string, file: () => string, api: string, parameters: Parameters = {}) => {
  if (isFilesApi(base)) return `${base.slice(0, -FILES_MARK.length)}/data/${file()}`;
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeValue(value)}`);
  return `${base}/${api}${query.length > 0 ? `?${query.join('&')}` : ''}`;
};

/**
 * `base` is the configured API address without a trailing slash, '' for the host's root. If it ends
 * with `FILES_MARK`, the address is that of a compiled file.
 */
export const providersAddress = (base: string) =>
  address(base, () => dataFiles.providers, 'api/providers');

export const examsAddress = (base: string, providerId: string) =>
  address(base, () => dataFiles.exams(providerId), 'api/exams', { provider: providerId });

export const questionsAddress = (base: string, providerId: string, examId: string) =>
  address(base, () => dataFiles.exam(providerId, examId), 'api/questions', { providerId, examId });

export const questionAddress = (
  base: string,
  providerId: string,
  examName: string,
  questionId: string,
) =>
  address(base, () => dataFiles.question(providerId, examName, questionId), 'api/question', {
    provider: providerId,
    examName,
    questionId,
  });

/** The whole exam in one answer, which an API may offer. */
export const examBundleAddress = (base: string, providerId: string, examId: string) =>
  address(base, () => dataFiles.bundle(providerId, examId), 'api/exam', { providerId, examId });

/** `image` is an entry of a question's `images`; only its last path segment counts. */
export const imageAddress = (
  base: string,
  providerId: string,
  examId: string,
  questionId: string,
  image: string,
) => {
  const file = lastSegment(image);
  return address(
    base,
    () => dataFiles.image(providerId, examId, questionId, file),
    `images/${[providerId, examId, questionId, file].map(encodeSegment).join('/')}`,
  );
};

export type AnswerKind = 'providers' | 'exams' | 'questions' | 'question' | 'image';

/** What an address requests, from which API, and for which exam if it concerns one. */
export type AddressMeaning = { kind: AnswerKind; apiUrl: string; exam?: ExamKey };

const CALL = /\/api\/(providers|exams|questions|question)$/;
const IMAGE = /\/images\/([^/]+)\/([^/]+)\/[^/]+\/[^/]+$/;

/** Reads an absolute address that was built here. Undefined for any other. */
export const readAddress = (text: string): AddressMeaning | undefined => {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname, searchParams } = new URL(text);
  const mean = (kind: AnswerKind, apiUrl: string, providerId?: string, examId?: string) => ({
    kind,
    apiUrl,
    ...(providerId && examId && { exam: { apiUrl, providerId, examId } }),
  });

  const file = dataFiles.readDataPath(pathname);
  if (file) {
    const { kind, folder, providerId, examName } = file;
    return mean(kind, origin + folder + FILES_MARK, providerId, examName);
  }
  const [call, kind] = CALL.exec(pathname) ?? [];
  if (call && kind) {
    const of = (name: string) => searchParams.get(name) ?? '';
    const apiUrl = origin + pathname.slice(0, -call.length);
    return kind === 'question'
      ? mean(kind, apiUrl, of('provider'), of('examName'))
      : mean(kind as AnswerKind, apiUrl, of('providerId'), of('examId'));
  }
  const [image, provider = '', exam = ''] = IMAGE.exec(pathname) ?? [];
  if (!image) return undefined;
  const apiUrl = origin + pathname.slice(0, -image.length);
  const decode = (segment: string) => decodeSegment(segment) ?? segment;
  return mean('image', apiUrl, decode(provider), decode(exam));
};
