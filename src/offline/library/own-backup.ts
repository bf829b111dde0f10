import * as v from 'valibot';
import { parseQuestion } from '#api/wire-parser.ts';
import { isId } from '#contract/wire.ts';
import { fromBase64, toBase64 } from '#primitives/base64.ts';
import type { OwnExam } from './own-exams.ts';

/** An exam as a backup has it, with its images in base64. */
export const printOwnExam = ({ questions, ...exam }: OwnExam) => ({
  ...exam,
  questions: questions.map(({ images, ...question }) => ({
    ...question,
    images: images.map(({ file, type, bytes }) => ({ file, type, data: toBase64(bytes) })),
  })),
});

const bytesOf = v.pipe(v.string(), v.base64(), v.transform(fromBase64));
const idSchema = v.custom<string>(isId);
const backedUp = v.object({
  name: idSchema,
  savedAt: v.number(),
  sitting: v.optional(
    v.object({
      questions: v.pipe(v.number(), v.integer(), v.minValue(1)),
      minutes: v.pipe(v.number(), v.minValue(1)),
      pass: v.object({ score: v.string(), share: v.number() }),
    }),
  ),
  questions: v.array(
    v.object({
      id: idSchema,
      answer: v.unknown(),
      images: v.array(
        v.pipe(
          v.object({ file: idSchema, type: v.string(), data: bytesOf }),
          v.transform(({ data, ...image }) => ({ ...image, bytes: data })),
        ),
      ),
    }),
  ),
});

/** An exam of a backup; undefined for anything else. Questions that can't be read are left out. */
export const parseOwnExam = (value: unknown): OwnExam | undefined => {
  const parsed = v.safeParse(backedUp, value);
  if (!parsed.success) return undefined;
  const questions = parsed.output.questions.flatMap(({ id, answer: body, images }) => {
    const answer = parseQuestion(body);
    return answer ? [{ id, answer, images }] : [];
  });
  return questions.length > 0 ? { ...parsed.output, questions } : undefined;
};
