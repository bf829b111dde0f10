import { useCallback, useEffect } from 'react';
import { Link } from 'wouter';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { success } from '#contract/result.ts';
import { routes, runAddress } from '#contract/routes.ts';
import type { ExamSummary, Provider } from '#contract/wire.ts';
import { LISTED, questionCountText } from '#exam/texts/labels.ts';
import { readStatus } from '#offline/library/exam-status.ts';
import { useExamStatus, useKnownExams, useOnline } from '#offline/use-offline.ts';
import { Icon } from '#ui/icon.tsx';
import { ExamName } from '../exam-links/exam-name.tsx';
import { NeedsConnection } from '../exam-links/provider-cards.tsx';
import { useLoaded } from '../loading/use-loaded.ts';
import styles from './provider-list.module.css';

type ExamRowProps = { exam: ExamKey; questionCount: number; isOff: boolean };

const ExamRow = ({ exam, questionCount, isOff }: ExamRowProps) => {
  const status = useExamStatus(exam);
  const words = (
    <span>
      <span dir="auto" translate="no">
        <ExamName name={exam.examId} />
      </span>
      <span className={`cluster fine figures ${styles.meta}`}>
        <span>{questionCountText(questionCount)}</span>
        {status.kind === 'available' && (
          <span className="row gap-2">
            <Icon name="saved" size={16} className="lit" />
            Available offline
          </span>
        )}
        {isOff && <NeedsConnection />}
      </span>
    </span>
  );
  // Without the exam, its run would be empty.
  if (isOff) return <li className={`${styles.row} ${styles.off}`}>{words}</li>;
  return (
    <li>
      <Link href={runAddress(exam)} rel="nofollow" className={`flush ${styles.row}`}>
        {words}
        <span className={`lit small strong ${styles.go}`}>Start</span>
      </Link>
    </li>
  );
};

type ExamRowsProps = { provider: Provider; onListed?: (exams: ExamSummary[]) => void };

/**
 * A provider's first exams, in space reserved for them; offline, those that are saved come first. They
 * are a shortcut, so a failure is left to the provider's own list to report.
 */
export const ExamRows = ({ provider: { id, examCount }, onListed }: ExamRowsProps) => {
  const { api, config } = useApi();
  const { apiUrl } = config;
  const isOnline = useOnline();
  // Its rows read each exam's status.
  useKnownExams();
  const answer = useLoaded(
    useCallback(
      async (signal) => (examCount > 0 ? api.fetchExams(id, signal) : success([])),
      [api, id, examCount],
    ),
  );
  useEffect(() => {
    if (answer?.ok) onListed?.(answer.value);
  }, [answer, onListed]);
  if (!answer) return null;
  if (!answer.ok) {
    return (
      <li>
        <Link href={routes.examList.address(id)} className={`flush ${styles.row}`}>
          <span>See all exams</span>
        </Link>
      </li>
    );
  }
  const rows = answer.value.map(({ name, questionCount }) => {
    const exam = { apiUrl, providerId: id, examId: name };
    return { exam, questionCount, isOff: !isOnline && readStatus(exam).kind === 'absent' };
  });
  return rows
    .sort((a, b) => Number(a.isOff) - Number(b.isOff))
    .slice(0, LISTED)
    .map((row) => <ExamRow key={row.exam.examId} {...row} />);
};
