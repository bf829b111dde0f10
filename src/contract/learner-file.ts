import type { ExamProgress, LearnerExam, SavedRun } from './learner.ts';

/** Everything a learner has left on the device, as it is exported and imported. */
export type LearnerFile = {
  kind: 'certdeck-learner-data';
  version: 1;
  exportedAt: string;
  exams: (LearnerExam & { run?: SavedRun | undefined; progress?: ExamProgress | undefined })[];
};
