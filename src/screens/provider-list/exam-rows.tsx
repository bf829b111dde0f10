import { useCallback } from 'react';
import { Link } from 'wouter';
import { useApi } from '#api/api-context.tsx';
import { routes } from '#contract/routes.ts';
import type { ExamSummary, Provider } from '#contract/wire.ts';
import { LISTED, questionCountText } from '#exam/labels.ts';
import { useExamStatus } from '#offline/use-offline.ts';
import { Icon } from '#ui/icon.tsx';
import { useCall } from '../use-call.ts';
import styles from './provider-list.module.css';

const ExamRow = ({ providerId, exam }: { providerId: string; exam: ExamSummary }) => {
  const { apiUrl } = useApi().config;
  const status = useExamStatus({ apiUrl, providerId, examId: exam.name });
  return (
    <li>
      <Link href={routes.examRunner.address(providerId, exam.name)} rel="nofollow">
        <span>
          <span dir="auto">{exam.name}</span>
          <span className={`figures ${styles.meta}`}>
            <span>{questionCountText(exam.questionCount)}</span>
            {status.kind === 'available' && (
              <span className={styles.fact}>
                <Icon name="saved" size={16} />
                Available offline
              </span>
            )}
          </span>
        </span>
        <span className={styles.go}>Start</span>
      </Link>
    </li>
  );
};

/** A provider's first exams; the space for them is there before they are. */
export const ExamRows = ({ provider: { id } }: { provider: Provider }) => {
  const { api } = useApi();
  const { answer } = useCall(
    useCallback((signal: AbortSignal) => api.fetchExams(id, signal), [api, id]),
  );
  const exams = answer?.ok ? answer.value : [];
  return exams
    .slice(0, LISTED)
    .map((exam) => <ExamRow key={exam.name} providerId={id} exam={exam} />);
};
