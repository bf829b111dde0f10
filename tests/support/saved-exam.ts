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
export const manifestOf = (images: Record<string, string[]>): SavedManifest => ({
  ...emptyManifest(detailOf(Object.keys(images)), 0),
  questions: Object.fromEntries(
    Object.entries(images).map(([questionId, files]) => [
      addressOfQuestion(examKey, questionId),
      {
        bytes: 1000,
        images: files.map((file) => ({
          address: pictureAddress(questionId, file),
          bytes: 50_000,
        })),
      },
    ]),
  ),
});

/** Every address of a whole exam. */
export const addressesOf = ({ detail, questions }: SavedManifest) =>
  detail.questionIds.flatMap((questionId) => {
    const question = addressOfQuestion(examKey, questionId);
    return [question, ...(questions[question]?.images.map(({ address }) => address) ?? [])];
  });

const hostileIds = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'a/b',
  "it's",
  '100%',
  '日本',
  '0',
  ' ',
);
const anyId = fc.oneof(hostileIds, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }));
const anyBytes = fc.nat({ max: 1_000_000 });

/** A manifest that describes all of its questions. */
export const anyKnownManifest: fc.Arbitrary<SavedManifest> = fc
  .uniqueArray(
    fc.record({
      id: anyId,
      bytes: anyBytes,
      images: fc.uniqueArray(fc.record({ file: fc.nat({ max: 9 }), bytes: anyBytes }), {
        selector: ({ file }) => file,
        maxLength: 3,
      }),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  .map((known) => ({
    ...emptyManifest(detailOf(known.map(({ id }) => id)), 0),
    questions: Object.fromEntries(
      known.map(({ id, bytes, images }) => [
        addressOfQuestion(examKey, id),
        {
          bytes,
          images: images.map(({ file, ...rest }) => ({
            address: pictureAddress(id, `${file}.png`),
            ...rest,
          })),
        },
      ]),
    ),
  }));
