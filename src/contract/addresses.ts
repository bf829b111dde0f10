/**
 * Every address the app asks for is built here, because addresses are cache keys:
 * one parameter order, `%20` for a space, one encoding for each path segment.
 */

/** Half of a surrogate pair can't be encoded; parsers refuse ids with one, and nothing throws. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

/** Browsers escape an apostrophe in a query, so an address with a bare one is never found again. */
const encodeValue = (value: string) => encode(value).replaceAll("'", '%27');

const query = (path: string, parameters: [name: string, value: string][]) =>
  `${path}?${parameters.map(([name, value]) => `${name}=${encodeValue(value)}`).join('&')}`;

export const WORKER_ADDRESS = '/sw.js';

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** `base` is the configured API address without a trailing slash; '' means the site's own root. */
export const providersAddress = (base: string) => `${base}/api/providers`;

export const examsAddress = (base: string, providerId: string) =>
  query(`${base}/api/exams`, [['provider', providerId]]);

export const questionsAddress = (base: string, providerId: string, examId: string) =>
  query(`${base}/api/questions`, [
    ['providerId', providerId],
    ['examId', examId],
  ]);

export const questionAddress = (
  base: string,
  providerId: string,
  examName: string,
  questionId: string,
) =>
  query(`${base}/api/question`, [
    ['provider', providerId],
    ['examName', examName],
    ['questionId', questionId],
  ]);

/** The whole exam in one answer, where the API offers it. */
export const examBundleAddress = (base: string, providerId: string, examId: string) =>
  query(`${base}/api/exam`, [
    ['providerId', providerId],
    ['examId', examId],
  ]);

/** `image` is an entry of a question's `images`; only its last path segment counts. */
export const imageAddress = (
  base: string,
  providerId: string,
  examId: string,
  questionId: string,
  image: string,
) => `${base}/images/${[providerId, examId, questionId, fileName(image)].map(encode).join('/')}`;
