import type { ReactNode } from 'react';
import { Sheet } from '#ui/sheet.tsx';
import styles from './exam-sheet.module.css';

export type ExamSheetProps = { providerId: string; examId: string; onClose: () => void };

type Props = Pick<ExamSheetProps, 'examId' | 'onClose'> & { label: string; children: ReactNode };

/** A sheet about one exam, which it names. */
export const ExamSheet = ({ label, examId, onClose, children }: Props) => (
  <Sheet label={label} isOpen onClose={onClose}>
    <div className={`stack gap-5 ${styles.sheet}`}>
      <p className="strong" dir="auto" translate="no">
        {examId}
      </p>
      {children}
    </div>
  </Sheet>
);
