import * as v from 'valibot';

export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const time = v.pipe(v.number(), v.minValue(0));
