import type { ImageSize } from '#primitives/svg-size.ts';
import type { ExamKey } from './caches.ts';
import type { QuestionAnswer } from './wire.ts';

/** The provider of the learner's own exams. An API's provider of this name is never asked for. */
export const OWN_PROVIDER = 'My questions';

/**
 * Stands for an API in the names of what is saved of own exams. Nothing is ever requested from it, and
 * no host can have this name (RFC 6761).
 */
export const OWN_API = 'https://my-questions.invalid';

/** Where the system sends files that another app shares, and the address that they are opened at. */
export const SHARE_PATH = 'share';
export const SHARED_SEARCH = '?shared';

export const isOwn = ({ apiUrl }: Pick<ExamKey, 'apiUrl'>) => apiUrl === OWN_API;

/** The API that has a provider's exams. */
export const apiOf = (providerId: string, configured: string) =>
  providerId === OWN_PROVIDER ? OWN_API : configured;

export const ownKey = (examId: string): ExamKey => ({
  apiUrl: OWN_API,
  providerId: OWN_PROVIDER,
  examId,
});

/** An image of a question, under the name that its answer uses; its size, once it was drawn. */
type OwnImage = {
  file: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  size?: ImageSize | undefined;
};

/** A question of the learner's, as the API would send it, with the bytes of its images. */
export type OwnQuestion = { id: string; answer: QuestionAnswer; images: OwnImage[] };
