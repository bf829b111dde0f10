import { Suspense, useCallback, useEffect, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamSummary } from '#contract/wire.ts';
import { findOpenRun } from '#exam/stored-run.ts';
import type { Learning } from '#learner/schemas.ts';
import { openAhead } from '#offline/session/exam-session.ts';
import { useOnline } from '#offline/use-offline.ts';
import { later } from '#ui/later.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useGradual } from '#ui/use-gradual.tsx';
import { useMediaQuery, WIDE } from '#ui/use-media-query.ts';
import type { ExamSheetProps } from '../exam-sheet.tsx';
import { type CardSheet, ExamCard } from './exam-card.tsx';
import styles from './exam-list.module.css';

const PracticeSheet = later(() => import('../practice-sheet.tsx'), 'PracticeSheet');
const MockSheet = later(() => import('../mock-sheet.tsx'), 'MockSheet');
const ExamSearch = later(() => import('../exam-search.tsx'), 'ExamSearch');
const AboutQuestions = later(() => import('../about-questions.tsx'), 'AboutQuestions');
const StartSheet = later(() => import('./start-sheet.tsx'), 'StartSheet');
const ExamProgress = later(() => import('./exam-progress.tsx'), 'ExamProgress');

/** What was learned of each exam, by its id. */
export type Learned = ReadonlyMap<string, Learning>;

/** The number of exams opened before a tap, on an unmetered connection. */
const OPENED_AHEAD = 3;

type Connection = { saveData?: boolean; type?: string };

/** True if the browser can't tell. */
const isMetered = () => {
  const { connection } = navigator as { connection?: Connection };
  return !connection || connection.saveData || connection.type === 'cellular';
};

/** Opens the first exams ahead, so that Start shows a question at once. */
const useOpenAhead = (providerId: string, exams: ExamSummary[]) => {
  const { api, config } = useApi();
  const { apiUrl } = config;
  useEffect(() => {
    if (isMetered() || !globalThis.requestIdleCallback) return;
    const idle = requestIdleCallback(() => {
      for (const { name } of exams.slice(0, OPENED_AHEAD)) {
        openAhead(api, { apiUrl, providerId, examId: name });
      }
    });
    return () => cancelIdleCallback(idle);
  }, [api, apiUrl, providerId, exams]);
};

type CardsProps = {
  providerId: string;
  exams: ExamSummary[];
  learned: Learned;
  onDate: (examId: string, examDate: string | undefined) => void;
};
/** `at` tells an opening from the one before it. */
type Opened = { examId: string; sheet: CardSheet; at: number };

type OpenedSheetProps = ExamSheetProps & {
  sheet: CardSheet;
  learning: Learning | undefined;
  onOpen: (sheet: CardSheet) => void;
  onDate: (examDate: string | undefined) => void;
};

/** What a card has opened. */
const OpenedSheet = ({ sheet, onOpen, onDate, ...exam }: OpenedSheetProps) => {
  if (sheet === 'start') {
    const run = findOpenRun(exam.learning?.runs ?? [], 'all');
    return run && <StartSheet {...exam} run={run} />;
  }
  if (sheet === 'practice') {
    return (
      <PracticeSheet {...exam} onSearch={() => onOpen('search')} onAbout={() => onOpen('about')} />
    );
  }
  if (sheet === 'progress') {
    return (
      <Sheet label="Progress" isOpen isWide onClose={exam.onClose}>
        <ExamProgress {...exam} onDate={onDate} />
      </Sheet>
    );
  }
  const Other = { mock: MockSheet, search: ExamSearch, about: AboutQuestions }[sheet];
  return <Other {...exam} />;
};

/** The progress that a link from home asks for. */
const findOpened = (exams: ExamSummary[]): Opened | undefined => {
  const examId = new URLSearchParams(location.search).get('progress');
  const isThere = exams.some(({ name }) => name === examId);
  return isThere && examId ? { examId, sheet: 'progress', at: 0 } : undefined;
};

/** The exam that was answered last; undefined if none of them was practiced. */
const findLatest = (exams: ExamSummary[], learned: Learned) => {
  const timeOf = ({ name }: ExamSummary) => learned.get(name)?.study.reviews.at(-1)?.[0] ?? 0;
  const practiced = exams.filter(({ name }) => learned.has(name));
  return practiced.sort((a, b) => timeOf(b) - timeOf(a))[0]?.name;
};

/** The cards of the exams, and what they open. */
export const ExamCards = ({ providerId, exams, learned, onDate }: CardsProps) => {
  const [opened, setOpened] = useState(() => findOpened(exams));
  const [latest] = useState(() => findLatest(exams, learned));
  const isWide = useMediaQuery(WIDE);
  const { shown, sentinel } = useGradual(exams);
  useOpenAhead(providerId, exams);
  const isOnline = useOnline();
  const open = useCallback((examId: string, sheet: CardSheet) => {
    setOpened({ examId, sheet, at: performance.now() });
  }, []);
  /** A sheet that another one has replaced must not close it. */
  const close = () => {
    setOpened((now) => (now === opened ? undefined : now));
    // A reload would open it again.
    if (location.search) history.replaceState(history.state, '', location.pathname);
  };
  const propsOf = (examId: string) => ({
    ...{ providerId, examId, learning: learned.get(examId) },
    onDate: (examDate: string | undefined) => onDate(examId, examDate),
  });
  const beside = isWide && exams.find(({ name }) => name === latest)?.name;
  return (
    <div className={`stack gap-5 ${styles.columns}`} data-beside={Boolean(beside)}>
      <ul className={`stack gap-4 ${styles.cards}`} data-online={isOnline}>
        {shown.map((exam) => (
          <ExamCard
            key={exam.name}
            providerId={providerId}
            exam={exam}
            learning={learned.get(exam.name)}
            isMain={exam.name === (latest ?? exams[0]?.name)}
            onOpen={open}
          />
        ))}
        {sentinel}
      </ul>
      <Suspense>
        {beside && (
          <aside className={`card ${styles.aside}`}>
            <ExamProgress {...propsOf(beside)} onOpen={() => open(beside, 'progress')} />
          </aside>
        )}
        {opened && (
          <OpenedSheet
            key={opened.at}
            {...propsOf(opened.examId)}
            sheet={opened.sheet}
            onOpen={(sheet) => open(opened.examId, sheet)}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
};
