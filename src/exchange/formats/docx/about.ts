import type { About } from '../about.ts';

export const docx: About = {
  label: 'Word',
  endings: ['docx'],
  type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  reads: 'paragraphs, numbered lists and pictures as plain text',
  lost: 'bold and other marks, formulas',
};
