import type { ReactNode } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { Sheet } from '#ui/sheet.tsx';
import styles from './exam-sheet.module.css';

export type ExamSheetProps = { exam: ExamKey; onClose: () => void };

type Props = ExamSheetProps & { label: string; children: ReactNode };

/** A sheet about one exam, which it names. */
export const ExamSheet = ({ label, exam, onClose, children }: Props) => (
  <Sheet label={label} isOpen onClose={onClose}>
    <div className={`stack gap-5 ${styles.sheet}`}>
      <p className="strong" dir="auto" translate="no">
        {exam.examId}
      </p>
      {children}
    </div>
  </Sheet>
);
