import { useId } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import type { QuestionAnswer } from '#contract/wire.ts';
import { questionSegments } from '#exam/question-parts.ts';
import type { ExamSession } from '#offline/exam-session.ts';
import { useExamRun } from './exam-run.tsx';
import { Feedback } from './feedback.tsx';
import { OptionList } from './option-list.tsx';
import { PictureSourceProvider } from './picture-source.tsx';
import styles from './question-card.module.css';
import { Segments } from './segments.tsx';

type QuestionCardProps = {
  exam: ExamKey;
  session: ExamSession;
  questionId: string;
  loaded: QuestionAnswer;
  isSingle: boolean;
};

export const QuestionCard = ({
  exam,
  session,
  questionId,
  loaded,
  isSingle,
}: QuestionCardProps) => {
  const { run } = useExamRun();
  const textId = useId();
  const { question } = loaded;
  return (
    <PictureSourceProvider exam={exam} session={session} questionId={questionId} loaded={loaded}>
      <article className={styles.card} aria-labelledby={textId}>
        <div id={textId} className={styles.text} dir="auto">
          <Segments segments={questionSegments(question)} />
        </div>
        <OptionList question={question} isSingle={isSingle} labelledBy={textId} />
        {run.isAnswered && <Feedback question={question} questionId={questionId} />}
      </article>
    </PictureSourceProvider>
  );
};
