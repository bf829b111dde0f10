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

/** A manifest that knows its questions, each with the images named. */
export const manifestOf = (images: Record<string, string[]>): SavedManifest => ({
  ...emptyManifest(detailOf(Object.keys(images)), 0),
  questions: Object.fromEntries(
    Object.entries(images).map(([questionId, files]) => [
      questionId,
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

/** Every address that has to be there for an exam to be whole. */
export const addressesOf = ({ detail, questions }: SavedManifest) =>
  detail.questionIds.flatMap((questionId) => [
    addressOfQuestion(examKey, questionId),
    ...(questions[questionId]?.images.map(({ address }) => address) ?? []),
  ]);

const hostileIds = fc.constantFrom(
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

/** Any manifest whose questions are all known. */
export const anyKnownManifest: fc.Arbitrary<SavedManifest> = fc
  .uniqueArray(
    fc.record({
      id: anyId.filter((id) => id !== '__proto__'),
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
        id,
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
