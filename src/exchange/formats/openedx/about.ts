import type { About } from '../about.ts';

export const openedx: About = {
  label: 'Open edX',
  endings: ['xml', 'olx'],
  type: 'application/xml',
  reads: 'multiple choice, checkboxes, drop-downs',
  lost: 'other problems, hints on request',
};
