import type { ExamKey } from '#contract/caches.ts';
import { SITE } from './memory-caches.ts';

export const examKey: ExamKey = { apiUrl: SITE, providerId: 'aws', examId: 'clf' };

export const detailOf = (questionIds: string[]) => ({
  id: 'clf',
  name: 'Cloud Practitioner',
  questionIds,
});

export const pictureAddress = (questionId: string, file: string) =>
  `${SITE}/images/aws/clf/${encodeURIComponent(questionId)}/${file}`;
