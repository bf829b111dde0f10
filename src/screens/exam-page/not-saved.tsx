import { type ReactNode, useCallback } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { runAddress } from '#contract/routes.ts';
import { syncExam } from '#offline/download/exam-sync.ts';
import { readDocument } from '#offline/library/exam-library.ts';
import { useExamStatus, useOnline } from '#offline/use-offline.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { NeedsConnection } from '../exam-links/provider-cards.tsx';
import { useLoaded } from '../loading/use-loaded.ts';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import page from './exam-page.module.css';

/** The exam as this device has it, which grows with what is saved; null without it, undefined at first. */
export const useDocument = (exam: ExamKey) => {
  const { kind } = useExamStatus(exam);
  return useLoaded(
    // biome-ignore lint/correctness/useExhaustiveDependencies: read again once more is saved.
    useCallback(async () => (await readDocument(exam).catch(() => null)) ?? null, [exam, kind]),
  );
};

/** In place of what only a saved exam has: why it is missing, and what helps. */
export const NotSaved = ({ exam, children }: { exam: ExamKey; children: ReactNode }) => {
  const isAbsent = useExamStatus(exam).kind === 'absent';
  const isOff = !useOnline() && isAbsent;
  return (
    <section className={`stack gap-4 card ${page.panel}`} aria-label="Not saved yet">
      <div className="stack gap-2">
        <p className="says">Not on this device yet</p>
        <p className="dim">{children}</p>
      </div>
      {!isAbsent && <SavedExamLine exam={exam} />}
      {isOff ? (
        <NeedsConnection />
      ) : (
        <div className="cluster">
          {isAbsent && (
            <Button
              look="primary"
              aria-label={`Save offline: ${exam.examId}`}
              onClick={() => void syncExam(exam)}
            >
              Save offline
            </Button>
          )}
          <ButtonLink href={runAddress(exam)} rel="nofollow">
            Start
          </ButtonLink>
        </div>
      )}
    </section>
  );
};
