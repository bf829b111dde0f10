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
  licence: textSchema,
  excused: v.optional(v.array(excuseSchema, 'should be a list of excuses.'), []),
});

export type ExamFile = v.InferOutput<typeof examSchema>;
export type Excuse = v.InferOutput<typeof excuseSchema>;
