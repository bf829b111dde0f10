import * as v from 'valibot';
import { dateSchema, httpsSchema, segmentSchema, textSchema } from './field-schemas.ts';

const weightMessage = 'should be a number over 0 and up to 100.';

const domainSchema = v.strictObject({
  id: textSchema,
  name: textSchema,
  weight: v.pipe(
    v.number(weightMessage),
    v.gtValue(0, weightMessage),
    v.maxValue(100, weightMessage),
  ),
});

const wholeMessage = 'should be a whole number over 0.';
const wholeSchema = v.pipe(
  v.number(wholeMessage),
  v.integer(wholeMessage),
  v.minValue(1, wholeMessage),
);
const shareMessage = 'should be a percentage from 1 to 100.';

/** How the vendor holds the exam. `pass.share` is the percentage we take for the scaled score. */
const sittingSchema = v.strictObject({
  questions: wholeSchema,
  minutes: wholeSchema,
  pass: v.strictObject({
    score: textSchema,
    share: v.pipe(
      v.number(shareMessage),
      v.minValue(1, shareMessage),
      v.maxValue(100, shareMessage),
    ),
  }),
  source: httpsSchema,
});

/** Silences a named warning, for one question or for the exam, and says why. */
const excuseSchema = v.strictObject({
  warning: textSchema,
  question: v.optional(textSchema),
  reason: textSchema,
});

export const examSchema = v.strictObject({
  id: segmentSchema,
  name: segmentSchema,
  code: textSchema,
  outline: v.strictObject({ version: textSchema, checked: dateSchema, url: httpsSchema }),
  domains: v.pipe(
    v.array(domainSchema, 'should be a list of domains.'),
    v.minLength(1, 'is empty: list the domains of the exam guide.'),
  ),
  sitting: v.optional(sittingSchema),
  licence: textSchema,
  excused: v.optional(v.array(excuseSchema, 'should be a list of excuses.'), []),
});

export type ExamFile = v.InferOutput<typeof examSchema>;
export type Excuse = v.InferOutput<typeof excuseSchema>;
