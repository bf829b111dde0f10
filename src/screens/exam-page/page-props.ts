import type { ExamKey } from '#contract/caches.ts';
import type { ExamDetail } from '#contract/wire.ts';
import type { Day } from '#exam/day/plan-day.ts';
import type { Learning } from '#learner/schemas.ts';

/** What the parts of an exam's page are about. */
export type PageProps = { exam: ExamKey; detail: ExamDetail; learning: Learning; day: Day };

/** What is shown over the page is about. */
export type ViewProps = Pick<PageProps, 'exam' | 'learning'>;
