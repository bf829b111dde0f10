import { useEffect, useState } from 'react';
import { isWhole } from '#exam/grading/kinds.ts';
import { currentId, isLastQuestion } from '#exam/run/run.ts';
import { isMock } from '#exam/run/run-setup.ts';
import { later } from '#ui/later.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { ToastPlace } from '#ui/toaster.tsx';
import { useIsWide } from '#ui/use-is-wide.ts';
import { LoadNote, WaitingNote } from '../loading/load-note.tsx';
import { ContinueOffer } from './entry/continue-offer.tsx';
import styles from './exam-runner.module.css';
import { ActionBar } from './frame/action-bar.tsx';
import { QuestionPlaceholder, RunSheet } from './frame/exam-runner-frame.tsx';
import { RunHeader } from './frame/run-header.tsx';
import { useRunFocus } from './input/use-run-focus.ts';
import { useShortcuts } from './input/use-shortcuts.ts';
import { SwipeHint, useSwipe } from './input/use-swipe.tsx';
import { RunPanel } from './progress/run-panel.tsx';
import { NotSure, QuestionCard } from './question/question-card.tsx';
import { backToResult, type Look, lookAt } from './result/look.ts';
import { RunResult } from './result/run-result.tsx';
import { useLookBack } from './result/use-look-back.ts';
import { useExamRun } from './run/run-context.tsx';
import { useMockClock } from './run/use-mock-clock.ts';
import { useQuestion } from './run/use-question.ts';
import { useRunAddress } from './run/use-run-address.ts';

const ShortcutHelp = later(() => import('./progress/shortcut-help.tsx'), 'ShortcutHelp');
const Answers = later(() => import('./result/answers.tsx'), 'Answers');
const FinishSheet = later(() => import('./progress/finish-sheet.tsx'), 'FinishSheet');

type Shown = 'panel' | 'help' | 'finish' | undefined;

const withoutPanel = (shown: Shown) => (shown === 'panel' ? undefined : shown);

export const RunView = () => {
  const { session, run, dispatch, now } = useExamRun();
  const isWide = useIsWide();
  const [shown, setShown] = useState<Shown>();
  /** The run whose result is shown instead of its questions. */
  const [resultOf, setResultOf] = useState(run.isAnswered ? run.id : undefined);
  const questionId = currentId(run);
  const { answer, loaded, retry } = useQuestion(session, run);
  const { question } = loaded ?? {};
  const isLast = isLastQuestion(run);
  const hasResult = run.isAnswered && isLast;
  /** The result or its answers are on screen, in place of a question. */
  const isEnd = hasResult && resultOf === run.id;
  useRunAddress(run, hasResult);
  const canCheck =
    question !== undefined && (question.options.length === 0 || isWhole(question, run.selection));
  const canDoubt = Boolean(question?.options.length) && !run.isAnswered && !isMock(run.setup);
  const focus = useRunFocus(run, loaded !== undefined);

  // The panel's sheet also closes when another one takes its place, which stays.
  const closePanel = () => setShown(withoutPanel);
  useEffect(() => {
    if (isWide) setShown(withoutPanel);
  }, [isWide]);

  const openQuestion = (index: number) => {
    setShown(undefined);
    setResultOf(undefined);
    if (index === run.index && !isEnd) return focus.question.current?.focus();
    focus.expect('question');
    dispatch({ type: 'questionOpened', index });
    scrollTo({ top: 0 });
  };
  const showResult = () => {
    setShown(undefined);
    setResultOf(run.id);
    // Which its last question leads to.
    if (!isLast) dispatch({ type: 'questionOpened', index: run.questionIds.length - 1 });
  };
  const end = () => {
    showResult();
    scrollTo({ top: 0 });
  };
  const timeLeft = useMockClock(end);
  const look = useLookBack(run.id, { showQuestion: openQuestion, showResult });
  const lookTo = (at: Look['at']) => {
    lookAt(run.id, at);
    scrollTo({ top: 0 });
    if (typeof at === 'number') openQuestion(at);
    else showResult();
  };
  const isListed = isEnd && typeof look?.at === 'string';
  const choose = (position: number) => {
    if (question) dispatch({ type: 'optionChosen', position, question });
  };
  const check = () => {
    if (!question || !canCheck || run.isAnswered) return;
    focus.expect('verdict');
    dispatch({ type: 'answerChecked', question, now: Date.now() });
  };
  const doubt = () => dispatch({ type: 'doubtToggled' });
  const goOn = () => {
    if (hasResult && look) backToResult();
    else if (hasResult) end();
    else move(1);
  };
  const finish = () => {
    dispatch({ type: 'runFinished', now: now() });
    end();
  };

  /** From the result, the ways that it shows lead on, not a key or a swipe. */
  const move = (by: 1 | -1) => {
    if (isEnd) return;
    openQuestion(Math.max(0, Math.min(run.index + by, run.questionIds.length - 1)));
  };
  const swipe = useSwipe(move);
  useShortcuts({
    choose,
    options: question?.options.length ?? 0,
    move,
    flag: () => !isEnd && dispatch({ type: 'flagToggled' }),
    doubt,
    strike: (position) => dispatch({ type: 'optionStruck', position }),
    showHelp: () => setShown('help'),
  });

  const ask = () => {
    focus.expect('question');
    retry();
  };
  const askToFinish = () => setShown('finish');
  const panel = (
    <RunPanel
      timeLeft={timeLeft}
      onOpen={openQuestion}
      onFinish={askToFinish}
      onShowKeys={() => setShown('help')}
    />
  );

  const bar = (
    <ActionBar
      question={question}
      canCheck={canCheck}
      verdictRef={focus.verdict}
      onCheck={check}
      onNext={goOn}
      onFinish={askToFinish}
      onShowPanel={isWide ? undefined : () => setShown('panel')}
    >
      {!isMock(run.setup) && <ContinueOffer onEnter={() => focus.expect('question')} />}
    </ActionBar>
  );

  return (
    <>
      <div className={styles.column} data-alone={isEnd || undefined} {...swipe}>
        {!isEnd && <RunHeader examName={session.detail.name} timeLeft={timeLeft} isWide={isWide} />}
        {!isEnd && (
          <RunSheet bar={bar}>
            {loaded ? (
              <QuestionCard
                key={questionId}
                loaded={loaded}
                textRef={focus.question}
                onChoose={choose}
              >
                {canDoubt && <NotSure aria-pressed={run.isUnsure === true} onClick={doubt} />}
              </QuestionCard>
            ) : (
              <QuestionPlaceholder label="Loading question" />
            )}
            {!answer && <WaitingNote key={questionId} subject="question" onRetry={ask} />}
            {answer && !answer.ok && (
              <LoadNote subject="question" failure={answer.failure} autoFocus onRetry={ask} />
            )}
            <SwipeHint isShown={loaded !== undefined && run.questionIds.length > 1} />
          </RunSheet>
        )}
        {hasResult && !isListed && (loaded || isEnd) && (
          <RunResult isAlone={isEnd} onOpen={openQuestion} onLook={lookTo} />
        )}
        {isListed && (
          <Answers key={look.at} show={look.at === 'wrong' ? 'wrong' : 'all'} onOpen={lookTo} />
        )}
        {isEnd && !isWide && <ToastPlace />}
      </div>
      {isEnd ? null : isWide ? (
        <aside className={styles.aside} aria-label="Questions">
          {panel}
        </aside>
      ) : (
        <Sheet label="Questions" isOpen={shown === 'panel'} onClose={closePanel}>
          {panel}
        </Sheet>
      )}
      {shown === 'help' && <ShortcutHelp onClose={() => setShown(undefined)} />}
      {shown === 'finish' && (
        <FinishSheet onOpen={openQuestion} onFinish={finish} onClose={() => setShown(undefined)} />
      )}
    </>
  );
};
