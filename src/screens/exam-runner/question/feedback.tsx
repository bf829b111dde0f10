import type { ReactNode } from 'react';
import { useApi } from '#api/api-context.tsx';
import { fillTemplate } from '#api/config.ts';
import type { Question } from '#contract/wire.ts';
import { currentId } from '#exam/run/run.ts';
import { codeSegments } from '#exam/texts/question-parts.ts';
import { searchWords } from '#exam/texts/study-texts.ts';
import { OutsideLinks } from '#ui/outside-links.tsx';
import { useExamRun } from '../run/run-context.tsx';
import styles from './feedback.module.css';
import { Keep } from './keep.tsx';
import { Segments } from './segments.tsx';

type FeedbackProps = {
  question: Question;
  /** Shown below the explanation. */
  children?: ReactNode;
};

/** The explanation, shown once the question has been checked. */
export const Feedback = ({ question, children }: FeedbackProps) => {
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
  const discussion = discussionUrl && fillTemplate(discussionUrl, values);
  const report = reportUrl && fillTemplate(reportUrl, values);
  const links = [
    ...references,
    ...(discussion ? [{ title: 'Discussion', url: discussion, isScreenOnly: true }] : []),
    ...(report ? [{ title: 'Report a mistake', url: report, isScreenOnly: true }] : []),
  ];
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
      {children}
      <OutsideLinks links={links} />
      <Keep question={question} hasReport={report !== undefined} />
    </section>
  );
};
