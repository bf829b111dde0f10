import { useApi } from '#api/api-context.tsx';
import type { KnownExam } from '#offline/library/exam-status.ts';
import { useKnownExams } from '#offline/use-offline.ts';

export const isHere = ({ status }: KnownExam) =>
  status.kind === 'available' || status.kind === 'partial' || status.kind === 'saving';

/** The configured API's exams that are wholly or partly on this device. */
export const useExamsHere = () => {
  const { apiUrl } = useApi().config;
  return [...useKnownExams().values()].filter(
    (saved) => isHere(saved) && saved.key.apiUrl === apiUrl,
  );
};
