import * as v from 'valibot';
import { parseQuestion } from '#api/wire-parser.ts';
import { isId, number, sitting } from '#contract/wire.ts';
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

// Custom checks, because each of the library's actions is in the first visit's file.
const base64 = v.custom<string>(
  (value) =>
    typeof value === 'string' &&
    /^(?:[\da-z+/]{4})*(?:[\da-z+/]{2}==|[\da-z+/]{3}=)?$/i.test(value),
);
const idSchema = v.custom<string>(isId);
const backedUp = v.object({
  name: idSchema,
  savedAt: number,
  sitting: v.optional(sitting),
  questions: v.array(
    v.object({
      id: idSchema,
      answer: v.unknown(),
      images: v.array(v.object({ file: idSchema, type: v.string(), data: base64 })),
    }),
  ),
});

/** An exam of a backup; undefined for anything else. Questions that can't be read are left out. */
export const parseOwnExam = (value: unknown): OwnExam | undefined => {
  const parsed = v.safeParse(backedUp, value);
  if (!parsed.success) return undefined;
  const questions = parsed.output.questions.flatMap(({ id, answer: body, images: printed }) => {
    const answer = parseQuestion(body);
    const images = printed.map(({ data, ...image }) => ({ ...image, bytes: fromBase64(data) }));
    return answer ? [{ id, answer, images }] : [];
  });
  return questions.length > 0 ? { ...parsed.output, questions } : undefined;
};
