import { type Ref, useId } from 'react';
import type { QuestionAnswer } from '#contract/wire.ts';
import { isSingleAnswer } from '#exam/grading.ts';
import { questionSegments } from '#exam/question-parts.ts';
import { useExamRun } from '../run-context.tsx';
import { Feedback } from './feedback.tsx';
import { ImageSourceProvider } from './image-source.tsx';
import { OptionList } from './option-list.tsx';
import styles from './question-card.module.css';
import { Segments } from './segments.tsx';

type QuestionCardProps = {
  loaded: QuestionAnswer;
  textRef: Ref<HTMLDivElement>;
  /** Chooses an option. Without it, the question is shown before the app has loaded, and can't be answered yet. */
  onChoose?: (position: number) => void;
};

export const QuestionCard = (props: QuestionCardProps) => {
  const { loaded, textRef, onChoose } = props;
  const { run } = useExamRun();
  const textId = useId();
  const { question } = loaded;
  const isSingle = isSingleAnswer(question.answers);
  return (
    <ImageSourceProvider loaded={loaded}>
      <article
        className={`stack gap-5 ${styles.card}`}
        aria-labelledby={textId}
        aria-busy={!onChoose || undefined}
      >
        <div
          id={textId}
          ref={textRef}
          tabIndex={-1}
          className={`stack gap-4 ${styles.text}`}
          dir="auto"
        >
          <Segments segments={questionSegments(question)} />
        </div>
        <OptionList question={question} isSingle={isSingle} labelledBy={textId} onChoose={onChoose}>
          {run.isAnswered && <Feedback question={question} />}
        </OptionList>
      </article>
    </ImageSourceProvider>
  );
};
