import { Suspense, useEffect, useState } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { currentId, isLastQuestion } from '#exam/run.ts';
import type { ExamSession } from '#offline/session/exam-session.ts';
import { later } from '#ui/later.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { LoadNote, WaitingNote } from '../load-note.tsx';
import { ActionBar } from './action-bar.tsx';
import { ContinueOffer } from './continue-offer.tsx';
import styles from './exam-runner.module.css';
import { QuestionPlaceholder } from './exam-runner-frame.tsx';
import { ExamComplete } from './progress/exam-complete.tsx';
import { RunPanel } from './progress/run-panel.tsx';
import { QuestionCard } from './question/question-card.tsx';
import { useExamRun } from './run-context.tsx';
import { RunHeader } from './run-header.tsx';
import { tap } from './switches.tsx';
import { useChoosing } from './use-choosing.ts';
import { useMockClock } from './use-mock-clock.ts';
import { useQuestion } from './use-question.ts';
import { useRunFocus } from './use-run-focus.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ShortcutHelp = later(() => import('./progress/shortcut-help.tsx'), 'ShortcutHelp');
const FinishSheet = later(() => import('./progress/finish-sheet.tsx'), 'FinishSheet');

const WIDE = '(width >= 64em)';
/** Large enough for the explanation below the panel in the side column. */
const TALL = '(min-height: 52rem)';

type RunViewProps = { exam: ExamKey; session: ExamSession };

export const RunView = ({ exam, session }: RunViewProps) => {
  const { run, dispatch } = useExamRun();
  const isWide = useMediaQuery(WIDE);
  const isTall = useMediaQuery(TALL);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [shown, setShown] = useState<'panel' | 'help' | 'finish'>();
  /** The run whose result is shown instead of its questions. */
  const [resultOf, setResultOf] = useState<string>();
  const questionId = currentId(run);
  const { answer, retry } = useQuestion(session, run);
  const loaded = answer?.ok ? answer.value : undefined;
  const { question } = loaded ?? {};
  const isLast = isLastQuestion(run);
  const isResult = resultOf === run.id && run.isAnswered && isLast;
  const canCheck =
    question !== undefined && (run.selection.length > 0 || question.options.length === 0);
  const choosing = useChoosing(question);
  const focus = useRunFocus(run, loaded !== undefined);

  const timeLeft = useMockClock(() => {
    setShown(undefined);
    setResultOf(run.id);
  });
  useEffect(
    () => setShown((current) => (isWide && current === 'panel' ? undefined : current)),
    [isWide],
  );

  const openQuestion = (index: number) => {
    setShown(undefined);
    setResultOf(undefined);
    if (index === run.index && !isResult) return focus.question.current?.focus();
    focus.expect('question');
    dispatch({ type: 'questionOpened', index });
    scrollTo({ top: 0 });
  };
  const check = () => {
    if (!question || !canCheck || run.isAnswered) return;
    if (choosing.turnBack()) return;
    focus.expect('verdict');
    tap();
    dispatch({ type: 'answerChecked', question, now: Date.now() });
  };
  const goOn = () => {
    if (run.isAnswered && isLast) setResultOf(run.id);
    else openQuestion(Math.min(run.index + 1, run.questionIds.length - 1));
  };
  const finish = () => {
    dispatch({ type: 'mockFinished', now: Date.now() });
    setShown(undefined);
    setResultOf(run.id);
  };

  useShortcuts({
    choose: choosing.choose,
    hasOption: (position) => question !== undefined && position < question.options.length,
    move: (by) => openQuestion(Math.max(0, Math.min(run.index + by, run.questionIds.length - 1))),
    flag: () => dispatch({ type: 'flagToggled' }),
    showHelp: () => setShown('help'),
  });

  const end = run.isAnswered && isLast && (loaded || isResult) && (
    <Suspense>
      <ExamComplete exam={exam} session={session} isAlone={isResult} onOpen={openQuestion} />
    </Suspense>
  );
  const panel = <RunPanel onOpen={openQuestion} onShowKeys={() => setShown('help')} />;

  return (
    <>
      <div className={styles.column}>
        <RunHeader
          examName={session.detail.name}
          timeLeft={timeLeft}
          isResult={isResult}
          isWide={isWide}
        />
        {isResult ? null : loaded ? (
          <QuestionCard
            key={questionId}
            exam={exam}
            session={session}
            loaded={loaded}
            textRef={focus.question}
            choosing={choosing}
            place={isWide ? place : null}
          />
        ) : (
          <QuestionPlaceholder label="Loading question" />
        )}
        {!answer && !isResult && (
          <WaitingNote key={questionId} subject="question" onRetry={retry} />
        )}
        {answer && !answer.ok && !isResult && (
          <LoadNote subject="question" failure={answer.failure} onRetry={retry} />
        )}
        {!isWide && end}
        <ActionBar
          question={question}
          canCheck={canCheck}
          isTurnedBack={choosing.isTurnedBack}
          verdictRef={focus.verdict}
          onCheck={check}
          onNext={goOn}
          onFinish={() => setShown('finish')}
          isResult={isResult}
          isWaiting={!answer}
          onShowPanel={isWide ? undefined : () => setShown('panel')}
        >
          <ContinueOffer exam={exam} examQuestionIds={session.detail.questionIds} />
        </ActionBar>
        {isWide && !isTall && <div ref={setPlace} className={`stack ${styles.lesson}`} />}
        {isWide && end}
      </div>
      {isWide ? (
        <aside className={`card ${styles.aside}`} aria-label="Progress">
          {isTall && <div ref={setPlace} className={`stack ${styles.lesson}`} />}
          {panel}
        </aside>
      ) : (
        <Sheet label="Progress" isOpen={shown === 'panel'} onClose={() => setShown(undefined)}>
          {panel}
        </Sheet>
      )}
      <Suspense>
        {shown === 'help' && <ShortcutHelp onClose={() => setShown(undefined)} />}
        {shown === 'finish' && (
          <FinishSheet
            onOpen={openQuestion}
            onFinish={finish}
            onClose={() => setShown(undefined)}
          />
        )}
      </Suspense>
    </>
  );
};
