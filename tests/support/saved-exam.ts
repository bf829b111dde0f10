import fc from 'fast-check';
import type { ExamKey } from '#contract/caches.ts';
import {
  addressOfQuestion,
  emptyManifest,
  type SavedManifest,
} from '#offline/library/saved-manifest.ts';
import { SITE } from './memory-caches.ts';

export const examKey: ExamKey = { apiUrl: SITE, providerId: 'aws', examId: 'clf' };

export const detailOf = (questionIds: string[]) => ({
  id: 'clf',
  name: 'Cloud Practitioner',
  questionIds,
});

export const pictureAddress = (questionId: string, file: string) =>
  `${SITE}/images/aws/clf/${encodeURIComponent(questionId)}/${file}`;

/** A manifest of an exam with these questions and their images. */
export const manifestOf = (images: [questionId: string, files: string[]][]): SavedManifest => ({
  ...emptyManifest(detailOf(images.map(([questionId]) => questionId)), 0),
  questions: Object.fromEntries(
    images.map(([questionId, files]) => {
      const addresses = files.map((file) => pictureAddress(questionId, file));
      const saved = addresses.map((address) => ({ address, bytes: 50_000 }));
      return [addressOfQuestion(examKey, questionId), { bytes: 1000, images: saved }];
    }),
  ),
});

/** Every address of a whole exam. */
export const addressesOf = ({ detail, questions }: SavedManifest) =>
  detail.questionIds.flatMap((questionId) => {
    const question = addressOfQuestion(examKey, questionId);
    return [question, ...(questions[question]?.images.map(({ address }) => address) ?? [])];
  });

const hostileIds = [
  '__proto__',
  'constructor',
  'toString',
  'a/b',
  "it's",
  '100%',
  '日本',
  '0',
  ' ',
];
const anyId = fc.oneof(
  fc.constantFrom(...hostileIds),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
);
const anyFiles = fc.uniqueArray(fc.constantFrom('1.png', '2.png', '3.png'));

/** A manifest that describes all of its questions. */
export const anyKnownManifest = fc
  .uniqueArray(fc.tuple(anyId, anyFiles), { selector: ([id]) => id, maxLength: 12 })
  .map(manifestOf);
