import type { Review } from '#contract/learner.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { percentOf } from '#exam/grading.ts';
import { answersByDay, type DomainTrend, domainsByWeek } from '#exam/trends.ts';
import { dayText } from './readiness-view.tsx';
import styles from './trends.module.css';

const WIDTH = 336;
const HEIGHT = 64;
const DAY_WIDTH = WIDTH / 84;

type Days = ReturnType<typeof answersByDay>;

/** The answers of each week, for screen readers, in place of the bars. */
const weeksOf = (days: Days) =>
  Array.from({ length: days.length / 7 }, (_, week) => {
    const part = days.slice(week * 7, week * 7 + 7);
    return {
      day: part[0]?.day ?? '',
      answers: part.reduce((sum, { answers }) => sum + answers, 0),
    };
  });

const AnswersChart = ({ days }: { days: Days }) => {
  const most = Math.max(1, ...days.map(({ answers }) => answers));
  return (
    <figure className={`stack ${styles.figure}`}>
      <figcaption className={`quiet ${styles.caption}`}>
        <span>Answers a day, twelve weeks</span>
        <span>{`most: ${most}`}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.chart} aria-hidden>
        <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className={styles.base} />
        {days.map(({ day, answers }, place) => (
          <rect
            key={day}
            x={place * DAY_WIDTH + 0.5}
            y={HEIGHT - (answers / most) * HEIGHT}
            width={DAY_WIDTH - 1}
            height={(answers / most) * HEIGHT}
            className={styles.bar}
          />
        ))}
      </svg>
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
const LINE_HEIGHT = 24;

/** A line through the weeks that had answers. */
const pointsOf = (weeks: DomainTrend['weeks']) =>
  weeks.flatMap(({ right, total }, place) => {
    if (total === 0) return [];
    const x = 2 + (place / (weeks.length - 1)) * (LINE_WIDTH - 4);
    return [{ x, y: 2 + (1 - right / total) * (LINE_HEIGHT - 4) }];
  });

const DomainRow = ({ name, weeks }: DomainTrend) => {
  const points = pointsOf(weeks);
  const last = weeks.findLast(({ total }) => total > 0);
  const end = points.at(-1);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <svg viewBox={`0 0 ${LINE_WIDTH} ${LINE_HEIGHT}`} className={styles.line} aria-hidden>
          <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
          {end && <circle cx={end.x} cy={end.y} r="2.5" />}
        </svg>
        <span className="visually-hidden">
          {weeks
            .filter(({ total }) => total > 0)
            .map(({ right, total }) => `${percentOf(right, total)}%`)
            .join(', ')}
        </span>
      </td>
      <td>{last && `${percentOf(last.right, last.total)}%`}</td>
    </tr>
  );
};

type TrendsProps = {
  reviews: Review[];
  /** Undefined until the exam has loaded. */
  detail: ExamDetail | undefined;
};

/** How practice went over twelve weeks. */
export const Trends = ({ reviews, detail }: TrendsProps) => {
  const now = Date.now();
  const domains = detail ? domainsByWeek(reviews, detail, now) : [];
  return (
    <section aria-labelledby="trends" className="stack">
      <h3 id="trends">Trends</h3>
      <AnswersChart days={answersByDay(reviews, now)} />
      <div className={styles.place}>
        {domains.length > 0 && (
          <table className={`figures ${styles.domains}`}>
            <caption className={`quiet ${styles.caption}`}>
              Right answers by domain, week by week
            </caption>
            <tbody>
              {domains.map((domain) => (
                <DomainRow key={domain.name} {...domain} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
};
