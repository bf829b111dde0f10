import { weekOf } from '#exam/today.ts';
import type { Review } from '#learner/schemas.ts';
import { weekdayText } from '#ui/formats.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './home-card.module.css';

const names = { practiced: 'Practiced', rest: 'Rest', open: '' };

/** The days practiced, without a streak to lose: two days off cost nothing. */
export const Week = ({ reviews }: { reviews: Review[] }) => {
  const days = weekOf({ reviews }, Date.now());
  const practiced = days.filter(({ kind }) => kind === 'practiced').length;
  return (
    <div className="stack gap-2">
      <h3>{`Practiced on ${practiced} of the last 7 days`}</h3>
      <ol className={`cluster between fine ${styles.week}`} aria-hidden>
        {days.map(({ day, kind }) => (
          <li key={day} className="centered" title={names[kind]}>
            <i className="disc" data-kind={kind}>
              {kind === 'practiced' && <Icon name="check" size={16} />}
            </i>
            {weekdayText(day)}
          </li>
        ))}
      </ol>
    </div>
  );
};
