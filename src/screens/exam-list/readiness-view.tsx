import { percentOf } from '#exam/grading.ts';
import { questionCountText } from '#exam/labels.ts';
import type { LastMock } from '#exam/progress.ts';
import { MIN_ANSWERS } from '#exam/study.ts';
import { lastMockText, rangeText, sourceText } from '#exam/study-texts.ts';
import { Meter } from '#ui/progress.tsx';
import type { Readiness } from '../use-readiness.ts';
import styles from './readiness-view.module.css';

/** As 'pass mark 700 of 1000', or 'pass or fail' where the vendor publishes no score. */
const passText = (score: string) =>
  /^\d/.test(score) ? `pass mark ${score}` : score.replace(/;.*/, '').toLowerCase();

type Held = Pick<Readiness['detail'], 'questionIds' | 'sitting'>;

const sittingText = ({ sitting, questionIds }: Held) =>
  sitting
    ? `${questionCountText(sitting.questions)} · ${sitting.minutes} minutes · ${passText(sitting.pass.score)}`
    : questionCountText(questionIds.length);

/** Reserves space until the exam has loaded, as the blank domains do. */
const typical: Held = {
  questionIds: [],
  sitting: { questions: 65, minutes: 90, pass: { score: '700 of 1000', share: 70 } },
};

const blankDomains = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Domain ${index}`,
    weight: 0,
    recall: 0,
    seen: 0,
    total: 0,
  }));

type ReadinessViewProps = {
  /** Undefined until the exam has loaded. */
  readiness: Readiness | undefined;
  /** How many questions have been answered, and how many domains there may be, until then. */
  answered: number;
  domainCount: number;
  mock: LastMock | undefined;
  isCompact?: boolean;
};

/** The range of the estimated score today, by domain; before there is one, what the exam asks. */
export const ReadinessView = (props: ReadinessViewProps) => {
  const { readiness, domainCount, mock, isCompact } = props;
  const answered = readiness?.seen ?? props.answered;
  const left = questionCountText(MIN_ANSWERS - answered);
  const range = readiness?.range;
  const isEnough = readiness ? range !== undefined : answered >= MIN_ANSWERS;
  const domains = readiness?.domains ?? blankDomains(domainCount);
  return (
    <div className="stack gap-4" data-waiting={!readiness} data-enough={isEnough}>
      <p className={styles.says}>
        {!isEnough && `Answer ${answered ? left.replace(' ', ' more ') : left} for an estimate.`}
        {range && `You would score about ${rangeText(range)} today`}
      </p>
      {isEnough && (
        <div className={styles.scale}>
          {range && (
            <Meter
              of={{ low: range.low / 100, high: range.high / 100 }}
              pass={readiness.detail.sitting?.pass.share}
            />
          )}
        </div>
      )}
      <p className={`quiet ${styles.source}`}>
        {isEnough
          ? sourceText(readiness ?? { seen: answered, total: answered })
          : sittingText(readiness?.detail ?? typical)}
      </p>
      {mock && <p className="quiet figures">{lastMockText(mock)}</p>}
      <ul className={`stack gap-2 figures ${styles.domains}`}>
        {!isEnough && (
          <li className="quiet">
            <span>Domain</span>
            <span>Share of the exam</span>
          </li>
        )}
        {domains.map(({ name, weight, recall, seen, total }) => (
          <li key={name}>
            <span>{name}</span>
            <b>{`${percentOf(isEnough ? recall : weight, 1)}%`}</b>
            {isEnough && <Meter of={recall} />}
            {isEnough && !isCompact && (
              <span className="quiet">
                {`${seen} of ${total} seen · ${percentOf(weight, 1)}% of the exam`}
              </span>
            )}
          </li>
        ))}
      </ul>
      {isEnough && !isCompact && (
        <details className={styles.grounds}>
          <summary>How we estimate this</summary>
          <p>
            For questions you have answered, we use the chance that you would still recall them
            today; one that you last got wrong, or left blank in your last mock exam, counts as a
            guess. For those you have not seen, we use your first answers in that domain and in the
            whole exam, pulled toward guessing while there is little data. Each domain counts as
            much as in the real exam. This is an estimate, not a promise.
          </p>
        </details>
      )}
    </div>
  );
};
