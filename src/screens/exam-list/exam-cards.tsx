import { Suspense, useCallback, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import { readExam } from '#contract/routes.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { findOpenRun } from '#exam/stored-run.ts';
import type { Learning } from '#learner/schemas.ts';
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
const ManageExam = later(() => import('../own-exams/manage-exam.tsx'), 'ManageExam');
const StartSheet = later(() => import('./start-sheet.tsx'), 'StartSheet');
const ExamProgress = later(() => import('./exam-progress.tsx'), 'ExamProgress');

/** The learner's data for each exam, by exam id. */
export type LearningByExam = ReadonlyMap<string, Learning>;

/** How many cards render within one frame on a slow phone. */
const STEP = 12;

/** The number of exams opened before a tap, on an unmetered connection. */
const OPENED_AHEAD = 3;

type Connection = { saveData?: boolean; type?: string };

/** True if the browser can't tell. */
const isMetered = () => {
  const { connection } = navigator as { connection?: Connection };
  return !connection || connection.saveData || connection.type === 'cellular';
};

type CardsProps = {
  providerId: string;
  exams: ExamSummary[];
  learningByExam: LearningByExam;
  onDate: (exam: ExamKey, examDate: string | undefined) => void;
  onReset: (exam: ExamKey) => void;
};

/** `at` makes each opening a new one. */
type Opened = { exam: ExamKey; sheet: CardSheet; at: number };

type OpenedSheetProps = ExamSheetProps & {
  sheet: CardSheet;
  learning: Learning | undefined;
  onOpen: (sheet: CardSheet) => void;
  onDate: (examDate: string | undefined) => void;
  onReset: () => void;
};

/** The sheet that a card opened. */
const OpenedSheet = ({ sheet, onOpen, onDate, onReset, ...shared }: OpenedSheetProps) => {
  if (sheet === 'start') {
    const run = findOpenRun(shared.learning?.runs ?? [], 'all');
    return run && <StartSheet {...shared} run={run} />;
  }
  if (sheet === 'practice') {
    const open = (other: CardSheet) => () => onOpen(other);
    const leads = { onSearch: open('search'), onAbout: open('about'), onReset };
    return <PracticeSheet {...shared} {...leads} />;
  }
  if (sheet === 'progress') {
    return (
      <Sheet label="Progress" isOpen isWide onClose={shared.onClose}>
        <ExamProgress {...shared} onDate={onDate} />
      </Sheet>
    );
  }
  const About = isOwn(shared.exam) ? ManageExam : AboutQuestions;
  const Other = { mock: MockSheet, search: ExamSearch, about: About }[sheet];
  return <Other {...shared} />;
};

/** The exam whose progress a link from home asks for. */
const findAsked = (exams: ExamSummary[]) => {
  const asked = readExam(location.search);
  return exams.find(({ name }) => name === asked)?.name;
};

/** The exam that was answered last; undefined if none of them was practiced. */
const findLatest = (exams: ExamSummary[], learningByExam: LearningByExam) => {
  const timeOf = ({ name }: ExamSummary) => learningByExam.get(name)?.study.reviews.at(-1)?.at ?? 0;
  const practiced = exams.filter(({ name }) => learningByExam.has(name));
  return practiced.sort((a, b) => timeOf(b) - timeOf(a))[0]?.name;
};

/** The cards of the exams, and what they open. */
export const ExamCards = ({ providerId, exams, learningByExam, onDate, onReset }: CardsProps) => {
  const { apiUrl } = useApi().config;
  const keyOf = (examId: string): ExamKey => ({ apiUrl, providerId, examId });
  const [opened, setOpened] = useState<Opened | undefined>(() => {
    const asked = findAsked(exams);
    return asked ? { exam: keyOf(asked), sheet: 'progress', at: 0 } : undefined;
  });
  const [latest] = useState(() => findLatest(exams, learningByExam));
  const isWide = useMediaQuery(WIDE);
  const { shown, sentinel } = useGradual(exams, STEP);
  const isOnline = useOnline();
  const open = useCallback((exam: ExamKey, sheet: CardSheet) => {
    setOpened({ exam, sheet, at: performance.now() });
  }, []);
  /** A sheet that another one has replaced must not close it. */
  const close = () => {
    setOpened((now) => (now === opened ? undefined : now));
    // A reload would open it again.
    if (location.search) history.replaceState(history.state, '', location.pathname);
  };
  const propsOf = (exam: ExamKey) => ({
    ...{ exam, learning: learningByExam.get(exam.examId) },
    onDate: (examDate: string | undefined) => onDate(exam, examDate),
    onReset: () => onReset(exam),
  });
  const isBeside = isWide && exams.some(({ name }) => name === latest);
  const beside = isBeside && latest ? keyOf(latest) : undefined;
  return (
    <div className={`stack gap-5 ${styles.columns}`} data-beside={Boolean(beside)}>
      <ul className={`stack gap-4 ${styles.cards}`} data-online={isOnline}>
        {shown.map((exam, index) => (
          <ExamCard
            key={exam.name}
            providerId={providerId}
            exam={exam}
            learning={learningByExam.get(exam.name)}
            isOpenedAhead={index < OPENED_AHEAD && !isMetered()}
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
            {...propsOf(opened.exam)}
            sheet={opened.sheet}
            onOpen={(sheet) => open(opened.exam, sheet)}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
};
