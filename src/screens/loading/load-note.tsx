import { useEffect } from 'react';
import { causeOf } from '#api/error-catalogue.ts';
import type { Failure, Result } from '#contract/result.ts';
import { useOnline } from '#offline/use-offline.ts';
import { RetryNote } from '#ui/retry-note.tsx';
import { dismissToast } from '#ui/toasts.ts';
import { SLOW, useSlow } from './use-call.ts';

type Subject = 'exam' | 'question' | 'list' | 'configuration';

/** Why something could not be loaded. */
export const loadFailureText = (subject: Subject, failure: Failure, isOnline: boolean) => {
  if (!isOnline) {
    return subject === 'exam' || subject === 'question'
      ? `You are offline and this ${subject} is not saved on this device.`
      : 'You’re offline.';
  }
  const cause = causeOf(failure);
  if (cause === 'not-found') return `We can’t find this ${subject}.`;
  return cause === 'refused'
    ? `This ${subject} could not be loaded: the server answered with an error.`
    : `This ${subject} could not be loaded: there was no answer, or none that can be read.`;
};

/** Says what a placeholder is waiting for if it takes long. */
export const WaitingNote = ({ subject, onRetry }: { subject: Subject; onRetry: () => void }) =>
  useSlow(SLOW) && (
    <RetryNote label="Ask again" onRetry={onRetry}>
      Waiting for the server to send this {subject}…
    </RetryNote>
  );

type LoadNoteProps = {
  subject: Subject;
  failure: Failure;
  /** Whether Retry takes the focus. */
  autoFocus?: boolean;
  onRetry: () => void;
};

/** Says why something could not be loaded and what helps. */
export const LoadNote = ({ subject, failure, ...props }: LoadNoteProps) => {
  const isOnline = useOnline();
  useEffect(() => {
    if (!isOnline) dismissToast('connection');
  }, [isOnline]);
  return (
    <div data-says={isOnline ? undefined : 'offline'}>
      <RetryNote {...props}>{loadFailureText(subject, failure, isOnline)}</RetryNote>
    </div>
  );
};

type AnswerNoteProps = {
  subject: Subject;
  answer: Result<unknown, Failure> | undefined;
  retry: () => void;
};

/** Says what a call is waiting for, or why it failed; nothing once it has succeeded. */
export const AnswerNote = ({ subject, answer, retry }: AnswerNoteProps) => {
  if (!answer) return <WaitingNote subject={subject} onRetry={retry} />;
  if (answer.ok) return null;
  return <LoadNote subject={subject} failure={answer.failure} onRetry={retry} />;
};
