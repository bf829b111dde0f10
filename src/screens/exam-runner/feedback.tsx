import { useApi } from '#api/api-context.tsx';
import { discussionAddress } from '#api/config-parser.ts';
import type { Question } from '#contract/wire.ts';
import { findResult } from '#exam/run.ts';
import { Icon } from '#ui/icon.tsx';
import { useExamRun } from './exam-run.tsx';
import styles from './feedback.module.css';

const OutsideLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
    <Icon name="outside" size={14} className={styles.outside} />
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
);

const verdictText = (isCorrect: boolean | undefined) => {
  if (isCorrect === undefined) return 'Nothing to grade here';
  return isCorrect ? 'Correct' : 'Not correct';
};

type FeedbackProps = { question: Question; questionId: string };

/** What the question teaches once it has been checked. */
export const Feedback = ({ question, questionId }: FeedbackProps) => {
  const { config } = useApi();
  const { run } = useExamRun();
  const isCorrect = findResult(run, questionId)?.isCorrect;
  const { explanation, references } = question;
  return (
    <section className={styles.feedback} aria-label="Feedback">
      <p className={styles.verdict} data-correct={isCorrect}>
        {verdictText(isCorrect)}
      </p>
      {explanation && (
        <p className={styles.explanation} dir="auto">
          {explanation}
        </p>
      )}
      <ul className={styles.links}>
        {references?.map(({ title, url }) => (
          <li key={url}>
            <OutsideLink href={url}>{title}</OutsideLink>
          </li>
        ))}
        {config.discussionUrl && (
          <li>
            <OutsideLink href={discussionAddress(config.discussionUrl, questionId)}>
              Discussion
            </OutsideLink>
          </li>
        )}
      </ul>
    </section>
  );
};
