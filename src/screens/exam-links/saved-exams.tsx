import { ExamDayRow } from './exam-day-row.tsx';
import { type ExamDay, useExamDays } from './use-exam-days.ts';

const NONE: ExamDay[] = [];

type SavedExamsProps = {
  title: string;
  /** Only those that were not begun, since others are listed above. */
  isNew?: boolean;
};

/** The exams that work without the network, where others can't be reached. */
export const SavedExams = ({ title, isNew = false }: SavedExamsProps) => {
  const exams = useExamDays().exams ?? NONE;
  const listed = exams.filter(({ isHere, day }) => isHere && !(isNew && day.isBegun));
  if (listed.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="saved-exams">
      <h2 id="saved-exams">{title}</h2>
      <ul className="card ruled rows">
        {listed.map((known, index) => (
          <ExamDayRow
            key={JSON.stringify(known.exam)}
            known={known}
            isMain={index === 0}
            hasOffline
          />
        ))}
      </ul>
    </section>
  );
};
