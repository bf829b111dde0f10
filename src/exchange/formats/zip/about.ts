import type { About } from '../about.ts';

export const zip: About = {
  label: 'ZIP',
  endings: ['zip', 'imscc'],
  type: 'application/zip',
  reads: 'every file in it that is one of these, also Common Cartridge',
  lost: '',
};
