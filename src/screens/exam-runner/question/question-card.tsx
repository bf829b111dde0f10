import { type ComponentProps, type ReactNode, type Ref, useEffect, useId } from 'react';
import type { QuestionAnswer } from '#contract/wire.ts';
import { kindOf } from '#exam/grading/kinds.ts';
import { questionSegments } from '#exam/texts/question-parts.ts';
import { TextButton } from '#ui/button.tsx';
import { later } from '#ui/later.tsx';
import { useExamRun } from '../run/run-context.tsx';
import { Feedback } from './feedback.tsx';
import { ImageSourceProvider } from './image-source.tsx';
import { OptionList } from './option-list.tsx';
import styles from './question-card.module.css';
import { Segments } from './segments.tsx';

const CaseStudy = later(() => import('./kinds/case-study.tsx'), 'CaseStudy');
const LookAlikeTable = later(
  () => import('../../look-alike/look-alike-table.tsx'),
  'LookAlikeTable',
);
const KindAnswers = later(() => import('./kinds/kind-answers.tsx'), 'KindAnswers');

/** Also painted before the app has loaded, so that it doesn't come in later. */
export const NotSure = (props: ComponentProps<'button'>) => (
  <div className="outdented">
    <TextButton {...props}>Not sure</TextButton>
  </div>
);

const told = new Set<string>();

/** Says once that questions of a kind are shown as the choice that they also are. */
const tellUnknown = (kind: string) => {
  if (told.has(kind)) return;
  told.add(kind);
  console.warn(`Questions of the kind "${kind}" are shown as the choice that they also are.`);
};

type QuestionCardProps = {
  loaded: QuestionAnswer;
  textRef: Ref<HTMLDivElement>;
  /** Chooses an option. Without it, the question is shown before the app has loaded, and can't be answered yet. */
  onChoose?: (position: number) => void;
  /** Shown below the answers. */
  children?: ReactNode;
};

export const QuestionCard = (props: QuestionCardProps) => {
  const { loaded, textRef, onChoose, children } = props;
  const { run, session } = useExamRun();
  const about = session.detail.cases?.find(({ id }) => id === loaded.question.caseId);
  const textId = useId();
  const { question } = loaded;
  const { lookAlike } = question;
  const kind = kindOf(question);
  const unknown = kind === 'choice' ? question.kind : undefined;
  useEffect(() => {
    if (unknown) tellUnknown(unknown);
  }, [unknown]);
  useEffect(() => {
    // So that nothing moves once it is shown.
    if (lookAlike) void LookAlikeTable.preload();
  }, [lookAlike]);
  const feedback = run.isAnswered && (
    <Feedback question={question}>{lookAlike && <LookAlikeTable of={lookAlike} />}</Feedback>
  );
  return (
    <ImageSourceProvider loaded={loaded}>
      <article
        className={`stack gap-5 ${styles.card}`}
        aria-labelledby={textId}
        aria-busy={!onChoose || undefined}
      >
        <div className={styles.ask}>
          {about && <CaseStudy of={about} />}
          <div
            id={textId}
            ref={textRef}
            tabIndex={-1}
            className={`stack gap-4 ${styles.text}`}
            dir="auto"
          >
            <Segments segments={questionSegments(question)} />
          </div>
        </div>
        <div className={styles.reply}>
          {kind === 'choice' ? (
            <>
              <OptionList question={question} labelledBy={textId} onChoose={onChoose} />
              {feedback}
            </>
          ) : (
            <KindAnswers kind={kind} question={question} labelledBy={textId}>
              {feedback}
            </KindAnswers>
          )}
          {children}
        </div>
      </article>
    </ImageSourceProvider>
  );
};
