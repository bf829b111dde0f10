import * as v from 'valibot';
import { segmentSchema, textSchema } from './field-schemas.ts';

/** `documentation` lists the hosts that references may point at; see vendor-documentation.ts. */
export const providerSchema = v.strictObject({
  id: segmentSchema,
  name: textSchema,
  documentation: v.optional(v.array(textSchema, 'should be a list of host names.')),
});
