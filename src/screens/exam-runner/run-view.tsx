import { useState } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { isSingleAnswer } from '#exam/grading.ts';
import type { ExamSession } from '#offline/exam-session.ts';
import { Sheet } from '#ui/sheet.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { ActionBar } from './action-bar.tsx';
import { ExamComplete } from './exam-complete.tsx';
import { useExamRun } from './exam-run.tsx';
import styles from './exam-runner.module.css';
import { LoadingNote } from './loading-note.tsx';
import { QuestionCard } from './question-card.tsx';
import { QuestionPlaceholder } from './question-placeholder.tsx';
import { RunHeader } from './run-header.tsx';
import { RunPanel } from './run-panel.tsx';
import { useQuestion } from './use-question.ts';
import { useStopwatch } from './use-stopwatch.ts';

const WIDE = '(min-width: 60rem)';

type RunViewProps = { exam: ExamKey; session: ExamSession };

export const RunView = ({ exam, session }: RunViewProps) => {
  const { run, dispatch } = useExamRun();
  const isWide = useMediaQuery(WIDE);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const stopwatch = useStopwatch();
  const questionId = run.questionIds[run.index] ?? '';
  const { answer, retry } = useQuestion(exam, session, questionId, run.index);
  const loaded = answer?.ok ? answer.value : undefined;
  const isLast = run.index === run.questionIds.length - 1;

  const openQuestion = (index: number) => {
    setSheetOpen(false);
    dispatch({ type: 'questionOpened', index });
    scrollTo({ top: 0 });
  };
  const panel = <RunPanel stopwatch={stopwatch} onOpen={openQuestion} />;

  return (
    <>
      <div className={styles.column}>
        <RunHeader exam={exam} examName={session.detail.name} />
        {loaded ? (
          <QuestionCard
            key={questionId}
            exam={exam}
            session={session}
            questionId={questionId}
            loaded={loaded}
            isSingle={isSingleAnswer(loaded.question.answers)}
          />
        ) : (
          <QuestionPlaceholder label="Loading question" />
        )}
        {answer && !answer.ok && <LoadingNote subject="question" onRetry={retry} />}
        {run.isAnswered && isLast && loaded && <ExamComplete onOpen={openQuestion} />}
        <ActionBar
          canCheck={
            loaded !== undefined &&
            (run.selection.length > 0 || loaded.question.options.length === 0)
          }
          canGoOn={!isLast}
          onCheck={() => loaded && dispatch({ type: 'answerChecked', question: loaded.question })}
          onNext={() => openQuestion(run.index + 1)}
          onShowPanel={isWide ? undefined : () => setSheetOpen(true)}
        />
      </div>
      {isWide ? (
        <aside className={styles.aside} aria-label="Progress">
          {panel}
        </aside>
      ) : (
        <Sheet label="Progress" isOpen={isSheetOpen} onClose={() => setSheetOpen(false)}>
          {panel}
        </Sheet>
      )}
    </>
  );
};
