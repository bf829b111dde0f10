import type { Failure } from '#contract/result.ts';
import { routes } from '#contract/routes.ts';
import { useOnline } from '#offline/use-offline.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { later } from '#ui/later.tsx';
import { usePlace } from '../../exam-links/use-place.ts';
import { loadFailureText } from '../../loading/load-note.tsx';
import { isFinal } from '../../loading/use-call.ts';
import { LoadingRun, OptionPlaceholders } from '../frame/exam-runner-frame.tsx';
import styles from './lost-run.module.css';

const SavedExams = later(() => import('../../exam-links/saved-exams.tsx'), 'SavedExams');

/** What becomes of an exam that could not be loaded, without a tap. */
const laterText = (isOnline: boolean) =>
  isOnline
    ? 'It opens by itself as soon as the server answers.'
    : 'It opens by itself as soon as you are back online.';

type LostRunProps = {
  providerId: string;
  examId: string;
  /** Undefined if the exam has no questions. */
  failure: Failure | undefined;
  onRetry: () => void;
};

/**
 * In place of a run that can't be shown: what is known, and one way on. The placeholders stay (spec:
 * Errors), but still, since nothing is loading.
 */
export const LostRun = ({ providerId, examId, failure, onRetry }: LostRunProps) => {
  const isOnline = useOnline();
  const isUnknown = failure !== undefined && isFinal(failure);
  const place = usePlace(isUnknown, providerId, examId);
  if (isUnknown && !place) return <LoadingRun examName={examId} />;
  const { provider } = place ?? {};
  const isThere = failure === undefined || provider !== undefined;
  return (
    <section
      className={`stack gap-4 ${styles.lost}`}
      data-says={failure && !isOnline ? 'offline' : undefined}
    >
      <h1 dir="auto" translate="no">
        {examId}
      </h1>
      <div role="alert">
        {failure === undefined && <p>This exam has no questions yet.</p>}
        {isUnknown && <p>We can’t find this exam. It may have been renamed or taken down.</p>}
        {failure && !isUnknown && (
          <p>
            {loadFailureText('exam', failure, isOnline)}{' '}
            <span className="dim">{laterText(isOnline)}</span>
          </p>
        )}
      </div>
      <div>
        {failure && !isUnknown ? (
          <Button onClick={onRetry}>Retry</Button>
        ) : (
          <ButtonLink
            look="primary"
            href={
              isThere
                ? routes.examList.address(provider?.id ?? providerId)
                : routes.providerList.address()
            }
          >
            {isThere ? `See all ${provider?.name ?? providerId} exams` : 'See all providers'}
          </ButtonLink>
        )}
      </div>
      {failure && !isOnline && <SavedExams title="These work now" />}
      <div className="stack gap-2" aria-hidden>
        <OptionPlaceholders isStill />
      </div>
    </section>
  );
};
