import { useEffect, useLayoutEffect, useState } from 'react';
import { cacheNameOf } from '#contract/caches.ts';
import { badgeOf } from '#exam/day/exam-order.ts';
import { commit } from '#learner/learner-store.ts';
import type { Plan } from '#learner/schemas.ts';
import { setReturning } from '#storage/local-storage.ts';
import { ExamDayRow } from '../exam-links/exam-day-row.tsx';
import { type ExamDay, useExamDays } from '../exam-links/use-exam-days.ts';
import { CurrentExam } from './current-exam.tsx';
import styles from './today.module.css';
import { Week } from './week.tsx';

type Badged = { setAppBadge?: (count: number) => Promise<void> };

/** Shows on the app's icon what today still asks for, where the system has badges. */
const showBadge = (count: number) => {
  (navigator as Badged).setAppBadge?.(count).catch(() => undefined);
};

const isPracticed = ({ day, learning }: ExamDay) => day.isBegun || learning.runs.length > 0;
const nameOf = ({ exam }: ExamDay) => cacheNameOf(exam);

type TodayProps = {
  /** Called if nothing was practiced after all. */
  onNothing: () => void;
  /** Leads to the exams that there are. */
  onNext: () => void;
};

/** What a learner who is back sees first: the current exam's day, those of the others, and the week. */
export const Today = ({ onNothing, onNext }: TodayProps) => {
  const { exams, isSettled, refresh } = useExamDays();
  const begun = exams?.filter(isPracticed);
  const isNothing = begun && begun.length === 0;
  const badge = isSettled && begun && badgeOf(begun.map(({ day }) => day));
  useEffect(() => {
    if (typeof badge === 'number') showBadge(badge);
  }, [badge]);
  useLayoutEffect(() => {
    if (isNothing) {
      setReturning(false);
      onNothing();
    } else if (isNothing === false) {
      document.documentElement.dataset.returning = 'shown';
    }
  }, [isNothing, onNothing]);
  /** The exam that the learner has just said something about, which stays where it is. */
  const [kept, keep] = useState<string>();
  // Offline, what works comes first.
  const sorted = begun?.toSorted((a, b) => Number(b.isReady) - Number(a.isReady)) ?? [];
  const current = sorted.find((known) => nameOf(known) === kept) ?? sorted[0];
  if (!begun || !current) return null;
  const others = sorted.filter((known) => known !== current);
  const plan = async (study: Plan) => {
    keep(nameOf(current));
    await commit(current.exam, { study });
    await refresh();
  };
  return (
    <div className={`stack gap-5 ${styles.today}`}>
      <CurrentExam key={nameOf(current)} known={current} onPlan={plan} onNext={onNext} />
      <div className="stack gap-5 top">
        {others.length > 0 && (
          <section className="stack" aria-labelledby="others">
            <h2 id="others">Your other exams</h2>
            <ul className="card ruled rows">
              {others.map((known) => (
                <ExamDayRow key={nameOf(known)} known={known} />
              ))}
            </ul>
          </section>
        )}
        <Week reviews={begun.flatMap(({ learning }) => learning.study.reviews)} />
      </div>
    </div>
  );
};
