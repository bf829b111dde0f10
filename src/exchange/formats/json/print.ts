import { toRecord } from '../../records/records.ts';
import type { TargetFormat } from '../format.ts';

export const printJson: TargetFormat = {
  print: ({ questions }) => `${JSON.stringify(questions.map(toRecord), null, 2)}\n`,
  hasImagesBeside: true,
};
