import { useApi } from '#api/api-context.tsx';
import type { SavedExam } from '#offline/library/exam-status.ts';
import { useSavedExams } from '#offline/use-offline.ts';

const isHere = ({ status }: SavedExam) =>
  status.kind === 'available' || status.kind === 'partial' || status.kind === 'saving';

/** The configured API's exams that are wholly or partly on this device. */
export const useExamsHere = () => {
  const { apiUrl } = useApi().config;
  return [...useSavedExams().values()].filter(
    (saved) => isHere(saved) && saved.key.apiUrl === apiUrl,
  );
};
