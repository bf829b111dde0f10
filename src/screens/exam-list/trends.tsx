import type { ExamDetail } from '#contract/wire.ts';
import { dayOf } from '#exam/day/calendar-day.ts';
import { percentOf } from '#exam/grading.ts';
import { answersByDay, type DomainTrend, domainsByWeek } from '#exam/trends.ts';
import type { Review } from '#learner/schemas.ts';
import { WEEK } from '#primitives/time.ts';
import { dayText } from '#ui/formats.ts';
import board from './exam-progress.module.css';
import styles from './trends.module.css';

/** The Sunday on which the week of a day ends. Day 3 was the first Sunday. */
const endOfWeek = (day: number) => day + ((((3 - day) % WEEK) + WEEK) % WEEK);

type Days = ReturnType<typeof answersByDay>;

/** The answers of each week, for screen readers, in place of the dots. */
const weeksOf = (days: Days) =>
  Array.from({ length: days.length / WEEK }, (_, week) => {
    const part = days.slice(week * WEEK, (week + 1) * WEEK);
    return {
      day: part[0]?.day ?? '',
      answers: part.reduce((sum, { answers }) => sum + answers, 0),
    };
  });

/** The month that begins in the week up to this Sunday. */
const monthText = (sunday: string) =>
  Number(sunday.slice(-2)) <= WEEK && dayText(sunday).slice(0, 3);

/** The more answers, the larger the dot's area; a day without any is a speck. */
const dotStyle = (answers: number, most: number) =>
  answers > 0 ? { '--size': `${0.25 + 0.75 * Math.sqrt(answers / most)}rem` } : undefined;

const AnswersChart = ({ days }: { days: Days }) => {
  const most = Math.max(...days.map(({ answers }) => answers));
  return (
    <figure className="stack">
      <figcaption className={`cluster between ${styles.caption}`}>
        <h3>Answers a day, twelve weeks</h3>
        <span className="quiet">{`most: ${most}`}</span>
      </figcaption>
      <div className={`fine ${styles.dots}`} aria-hidden>
        {['Mon', 'Wed', 'Fri', 'Sun'].map((name) => (
          <b key={name}>{name}</b>
        ))}
        {days.flatMap(({ day, answers }, index) => [
          <i key={day} style={dotStyle(answers, most)} />,
          index % WEEK === WEEK - 1 && <span key={`month ${day}`}>{monthText(day)}</span>,
        ])}
      </div>
      <table className="visually-hidden">
        <caption>Answers by week</caption>
        <tbody>
          {weeksOf(days).map(({ day, answers }) => (
            <tr key={day}>
              <th scope="row">{`Week of ${dayText(day)}`}</th>
              <td>{answers}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
};

const LINE_WIDTH = 96;
const LINE_HEIGHT = 32;

/** A line through the weeks that had answers. */
const pointsOf = (weeks: DomainTrend['weeks']) =>
  weeks.flatMap(({ right, total }, index) => {
    if (total === 0) return [];
    const x = 3 + (index / (weeks.length - 1)) * (LINE_WIDTH - 6);
    return [{ x, y: 3 + (1 - right / total) * (LINE_HEIGHT - 6) }];
  });

const DomainRow = ({ name, weeks }: DomainTrend) => {
  const points = pointsOf(weeks);
  const shares = weeks.flatMap(({ right, total }) => (total > 0 ? percentOf(right, total) : []));
  const end = points.at(-1);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <svg viewBox={`0 0 ${LINE_WIDTH} ${LINE_HEIGHT}`} aria-hidden>
          <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
          {end && <circle cx={end.x} cy={end.y} r="2.75" />}
        </svg>
        <span className="visually-hidden">{shares.map((share) => `${share}%`).join(', ')}</span>
      </td>
      <td>{`${shares.at(-1)}%`}</td>
    </tr>
  );
};

type TrendsProps = {
  reviews: Review[];
  /** Undefined if the exam could not be loaded. */
  detail: ExamDetail | undefined;
};

/** How practice went over twelve weeks. */
export const Trends = ({ reviews, detail }: TrendsProps) => {
  const now = Date.now();
  const days = answersByDay(reviews, endOfWeek(dayOf(now)));
  const domains = detail ? domainsByWeek(reviews, detail, now) : [];
  return (
    <section aria-label="Trends" className={`stack gap-6 ${board.trends}`}>
      <AnswersChart days={days} />
      {domains.length > 0 && (
        <table className={`figures ${styles.lines}`}>
          <caption>
            <h3>Right answers by domain, week by week</h3>
          </caption>
          <tbody>
            {domains.map((domain) => (
              <DomainRow key={domain.name} {...domain} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
