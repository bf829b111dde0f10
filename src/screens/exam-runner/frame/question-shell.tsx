import { startedRun } from '#exam/run/run.ts';
import type { ExamSession } from '#offline/session/exam-session.ts';
import { NotSure, QuestionCard } from '../question/question-card.tsx';
import { ExamRunProvider } from '../run/run-context.tsx';

const EXAM = { apiUrl: '', providerId: '', examId: '' };
const IDS = ['id'];
const QUESTION = { question: 'question', questionParts: [], options: ['option'], answers: [''] };
/** Only images are loaded from it, and there are none. */
const SESSION = { detail: { questionIds: IDS } } as ExamSession;

/**
 * A question with one option for the build to write into index.html, where the inline script fills
 * it in.
 */
export const QuestionShell = () => (
  <ExamRunProvider exam={EXAM} session={SESSION} start={{ run: startedRun(IDS) }}>
    <QuestionCard loaded={{ question: QUESTION, images: [] }} textRef={null}>
      <NotSure aria-pressed={false} disabled />
    </QuestionCard>
  </ExamRunProvider>
);
