import { practicedWeek } from '#exam/day/calendar-day.ts';
import type { Review } from '#learner/schemas.ts';
import { weekdayText } from '#ui/formats.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './today.module.css';

/** The last seven days: what was practiced, and nothing else. */
export const Week = ({ reviews }: { reviews: Review[] }) => (
  <section className="stack" aria-labelledby="week">
    <h2 id="week">This week</h2>
    <ol className={`cluster between fine ${styles.week}`}>
      {practicedWeek(reviews, Date.now()).map(({ day, kind }) => (
        <li key={day}>
          <i className="disc" data-kind={kind} aria-hidden>
            {kind === 'practiced' && <Icon name="check" size={16} />}
          </i>
          {weekdayText(day)}
          {kind === 'practiced' && <span className="visually-hidden">, practiced</span>}
        </li>
      ))}
    </ol>
  </section>
);
