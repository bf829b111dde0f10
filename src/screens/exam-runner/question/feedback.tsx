import { useApi } from '#api/api-context.tsx';
import { fillTemplate } from '#api/config.ts';
import type { Question } from '#contract/wire.ts';
import { currentId } from '#exam/run/run.ts';
import { codeSegments } from '#exam/texts/question-parts.ts';
import { searchWords } from '#exam/texts/study-texts.ts';
import { Icon } from '#ui/icon.tsx';
import { useExamRun } from '../run/run-context.tsx';
import styles from './feedback.module.css';
import { Keep } from './keep.tsx';
import { Segments } from './segments.tsx';

const OutsideLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
    <Icon name="outside" size={16} />
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
);

/** The explanation, shown once the question has been checked. */
export const Feedback = ({ question }: { question: Question }) => {
  const { discussionUrl, reportUrl } = useApi().config;
  const { exam, session, run } = useExamRun();
  const { domains = [] } = session.detail;
  const values = {
    question: searchWords(question),
    topic: domains.find(({ id }) => id === question.domain)?.name ?? '',
    questionId: currentId(run),
    examName: exam.examId,
    examId: exam.examId,
    providerId: exam.providerId,
  };
  const { explanation, references = [] } = question;
  const links = references.map(({ title, url }) => ({ title, url }));
  const discussion = discussionUrl && fillTemplate(discussionUrl, values);
  const report = reportUrl && fillTemplate(reportUrl, values);
  if (discussion) links.push({ title: 'Discussion', url: discussion });
  if (report) links.push({ title: 'Report a mistake', url: report });
  return (
    <section className={`stack ${styles.feedback}`} aria-label="Explanation">
      {explanation && (
        <>
          <h2>Explanation</h2>
          <p className={`stack ${styles.explanation}`} dir="auto">
            <Segments segments={codeSegments(explanation)} />
          </p>
        </>
      )}
      <ul className={`cluster ${styles.links}`}>
        {links.map(({ title, url }, index) => (
          <li
            key={`${title} ${url}`}
            className={references.length > index ? undefined : 'screen-only'}
          >
            <OutsideLink href={url}>{title}</OutsideLink>
          </li>
        ))}
      </ul>
      <Keep question={question} hasReport={report !== undefined} />
    </section>
  );
};
