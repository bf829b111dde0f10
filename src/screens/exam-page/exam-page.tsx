import '#ui/way.css';
import { useCallback, useEffect, useMemo } from 'react';
import { useSearch as useAddress } from 'wouter/use-browser-location';
import { useApi } from '#api/api-context.tsx';
import { cacheNameOf, type ExamKey, hasCaches } from '#contract/caches.ts';
import { success } from '#contract/result.ts';
import { type ExamView, examAddress, readView, routes } from '#contract/routes.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { planDay } from '#exam/day/plan-day.ts';
import { questionCountText } from '#exam/texts/labels.ts';
import { examCode } from '#exam/texts/study-texts.ts';
import type { Learning, Plan } from '#learner/schemas.ts';
import { readDocument, subscribeToLibrary } from '#offline/library/exam-library.ts';
import { accentOf } from '#theme/accent.ts';
import { ThemeToggle } from '#theme/theme-toggle.tsx';
import { Overlay } from '#ui/overlay.tsx';
import { Placeholder } from '#ui/screen.tsx';
import { ExamName } from '../exam-links/exam-name.tsx';
import { AnswerNote } from '../loading/load-note.tsx';
import { useCall } from '../loading/use-call.ts';
import { OfflineWords } from '../saved-exam/offline-words.tsx';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import { AboutQuestions } from './about-questions.tsx';
import { ExamHistory } from './exam-history.tsx';
import { ExamNotes } from './exam-notes.tsx';
import styles from './exam-page.module.css';
import { ExamSearch } from './exam-search.tsx';
import { LookAlikes } from './look-alikes.tsx';
import { MockPanel } from './mock-panel.tsx';
import type { ViewProps } from './page-props.ts';
import { PracticeTiles } from './practice-tiles.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { QuestionLinks } from './question-links.tsx';
import { Remind } from './remind.tsx';
import { ResetProgress } from './reset-progress.tsx';
import { TodayPanel } from './today-panel.tsx';

const views = {
  search: { title: 'Search', View: ExamSearch },
  notes: { title: 'Your notes', View: ExamNotes },
  'look-alikes': { title: 'Look-alikes', View: LookAlikes },
};

type ViewOverlayProps = ViewProps & { view: ExamView };

/** What the address asks for over the page. */
const ViewOverlay = ({ exam, learning, view }: ViewOverlayProps) => {
  const { title, View } = views[view];
  const code = examCode(exam.examId);
  return (
    <Overlay
      title={title}
      below={examAddress(exam)}
      back={
        <>
          Back to {/* A code stays on one line; a name in its place need not. */}
          <span className={code === exam.examId ? undefined : 'unbroken'} translate="no">
            {code}
          </span>
        </>
      }
      actions={<ThemeToggle />}
    >
      <View {...{ exam, learning }} />
    </Overlay>
  );
};

/** The exam: as it is saved, also while the page is open, else as the API has it. */
const useExamDetail = (exam: ExamKey) => {
  const { api } = useApi();
  const { answer, retry, askAgain } = useCall(
    useCallback(
      async (signal: AbortSignal) => {
        const saved = hasCaches() && (await readDocument(exam).catch(() => undefined));
        return saved
          ? success(saved.detail)
          : api.fetchQuestions(exam.providerId, exam.examId, signal);
      },
      [api, exam],
    ),
  );
  useEffect(
    () =>
      subscribeToLibrary(({ kind, key }) => {
        if (kind === 'saved' && cacheNameOf(key) === cacheNameOf(exam)) askAgain();
      }),
    [exam, askAgain],
  );
  return { answer, retry };
};

type ExamPageProps = {
  providerId: string;
  opened: ExamSummary;
  learning: Learning;
  /** Shows and stores what the learner wants of this exam. */
  onPlan: (exam: ExamKey, change: Plan) => void;
  /** What is stored has changed. */
  onReset: () => void;
};

/** Everything about one exam that is not a run. */
export const ExamPage = ({ providerId, opened, learning, onPlan, onReset }: ExamPageProps) => {
  const { apiUrl } = useApi().config;
  const { name, questionCount } = opened;
  const exam: ExamKey = useMemo(
    () => ({ apiUrl, providerId, examId: name }),
    [apiUrl, providerId, name],
  );
  const view = readView(useAddress());
  const { answer, retry } = useExamDetail(exam);
  const detail = answer?.ok ? answer.value : undefined;
  const state = { listed: questionCount, learning, detail };
  const day = planDay(state, Date.now());
  const { daysLeft = 0 } = day;
  const { examDate } = learning.study;
  const known = detail && { exam, detail, learning, day };
  return (
    <>
      <Overlay
        title={name}
        below={routes.examList.address(providerId)}
        back="Back to Exams"
        actions={<ThemeToggle />}
      >
        <div className={styles.exam} data-accent={accentOf(providerId)}>
          <div className={`stack gap-2 ${styles.head}`}>
            <h1 data-first tabIndex={-1} dir="auto" translate="no">
              <ExamName name={name} />
            </h1>
            <p className={`cluster fine ${styles.meta}`}>
              <span>{questionCountText(questionCount)}</span>
              <OfflineWords exam={exam} />
            </p>
          </div>
          <div className={`stack gap-5 top ${styles.board}`}>
            <div className="stack gap-5 top">
              <TodayPanel {...{ exam, state, day }} onPlan={(change) => onPlan(exam, change)} />
              {known ? (
                <>
                  <MockPanel {...known} />
                  <ProgressPanel {...known} />
                </>
              ) : (
                !answer && <Placeholder className={styles.placeholder} />
              )}
              <AnswerNote subject="exam" {...{ answer, retry }} />
            </div>
            {answer ? (
              <div className="stack gap-5 top">
                {known && <PracticeTiles {...known} />}
                <QuestionLinks {...{ exam, learning }} lookAlikes={detail?.lookAlikes} />
                {learning.history.length > 0 && <ExamHistory {...{ exam, learning }} />}
                <section className="stack" aria-labelledby="offline">
                  <h2 id="offline">Offline</h2>
                  <div className={`card ${styles.offline}`}>
                    <SavedExamLine exam={exam} />
                  </div>
                </section>
                <div className={`cluster outdented ${styles.foot}`}>
                  <AboutQuestions exam={exam} outline={detail?.outline} />
                  {examDate && daysLeft > 0 && <Remind {...{ exam, examDate }} goal={day.goal} />}
                  <ResetProgress {...{ exam, onReset }} isBegun={day.isBegun} />
                </div>
              </div>
            ) : (
              <Placeholder className={styles.placeholder} />
            )}
          </div>
        </div>
      </Overlay>
      {view && <ViewOverlay key={view} {...{ exam, learning, view }} />}
    </>
  );
};
