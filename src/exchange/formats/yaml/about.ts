import type { About } from '../about.ts';

export const yaml: About = {
  label: 'YAML',
  endings: ['yaml', 'yml'],
  type: 'application/yaml',
  reads: 'a list of questions, under the names that JSON may have',
  lost: 'unknown parts',
};
