import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '#api/api-context.tsx';
import { routes } from '#contract/routes.ts';
import type { ExamSummary, Provider } from '#contract/wire.ts';
import { LISTED, questionCountText } from '#exam/labels.ts';
import { useExamStatus } from '#offline/use-offline.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './provider-list.module.css';

const ExamRow = ({ providerId, exam }: { providerId: string; exam: ExamSummary }) => {
  const { apiUrl } = useApi().config;
  const status = useExamStatus({ apiUrl, providerId, examId: exam.name });
  return (
    <li>
      <Link
        href={routes.examRunner.address(providerId, exam.name)}
        rel="nofollow"
        className={styles.row}
      >
        <span>
          <span dir="auto" translate="no">
            {exam.name}
          </span>
          <span className={`cluster fine figures ${styles.meta}`}>
            <span>{questionCountText(exam.questionCount)}</span>
            {status.kind === 'available' && (
              <span className={`row gap-2 ${styles.fact}`}>
                <Icon name="saved" size={16} />
                Available offline
              </span>
            )}
          </span>
        </span>
        <span className={`strong ${styles.go}`}>Start</span>
      </Link>
    </li>
  );
};

type ExamRowsProps = { provider: Provider; onListed?: (exams: ExamSummary[]) => void };

/**
 * A provider's first exams, in space reserved for them. They are a shortcut, so a failure is left
 * to the provider's own list to report.
 */
export const ExamRows = ({ provider: { id, examCount }, onListed }: ExamRowsProps) => {
  const { api } = useApi();
  const [exams, setExams] = useState<ExamSummary[]>([]);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (examCount === 0) return;
    const controller = new AbortController();
    api.fetchExams(id, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      setFailed(!answer.ok);
      if (!answer.ok) return;
      setExams(answer.value);
      onListed?.(answer.value);
    });
    return () => controller.abort();
  }, [api, id, examCount, onListed]);
  if (hasFailed) {
    return (
      <li>
        <Link href={routes.examList.address(id)} className={styles.row}>
          <span>See all exams</span>
        </Link>
      </li>
    );
  }
  return exams
    .slice(0, LISTED)
    .map((exam) => <ExamRow key={exam.name} providerId={id} exam={exam} />);
};
