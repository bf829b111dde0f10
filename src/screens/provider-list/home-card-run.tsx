import { useCallback } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { plainText } from '#exam/search.ts';
import { continueIndex } from '#exam/stored-run.ts';
import type { StoredRun } from '#learner/schemas.ts';
import { readQuestion } from '#offline/library/exam-document.ts';
import { readDocument } from '#offline/library/exam-library.ts';
import { Meter } from '#ui/progress.tsx';
import { useLoaded } from '../use-loaded.ts';
import styles from './home-card.module.css';

/** A question's text; '' unless it is on this device. */
const readText = async (exam: ExamKey, questionId: string) => {
  const document = await readDocument(exam).catch(() => undefined);
  const answer = document && readQuestion(document, questionId);
  return answer ? plainText(answer.question) : '';
};

type RunPlaceProps = { exam: ExamKey; run: StoredRun; isMock: boolean };

/** Where an open run continues, with two lines reserved for its question's text. */
export const RunPlace = ({ exam, run, isMock }: RunPlaceProps) => {
  const { questionIds, results } = run;
  const index = continueIndex(run);
  const questionId = questionIds[index] ?? '';
  const text = useLoaded(useCallback(() => readText(exam, questionId), [exam, questionId]));
  const right = results.filter(({ isCorrect }) => isCorrect).length;
  return (
    <>
      <p className={`clamped ${styles.peek}`} dir="auto">
        {text}
      </p>
      <div>
        <p className={`cluster between quiet figures ${styles.place}`}>
          <span>{`Question ${index + 1} of ${questionIds.length}`}</span>
          <span>{isMock ? `${results.length} answered` : `Score: ${right}/${results.length}`}</span>
        </p>
        <Meter of={results.length / questionIds.length} />
      </div>
    </>
  );
};
