import { ExamSheet, type ExamSheetProps } from './exam-sheet.tsx';
import { LoadNote, WaitingNote } from './load-note.tsx';
import { useExamDetail } from './use-readiness.ts';

const dateText = (day: string) =>
  new Date(`${day}T12:00`).toLocaleDateString(undefined, { dateStyle: 'long' });

/** Where an exam's questions come from, and how far to trust them. */
export const AboutQuestions = (props: ExamSheetProps) => {
  const { answer, retry } = useExamDetail(props.providerId, props.examId);
  const outline = answer?.ok ? answer.value.outline : undefined;
  return (
    <ExamSheet label="About these questions" {...props}>
      <p>
        The questions that come with CertDeck are original, written from the vendors’ public exam
        guides and documentation. Second readers answer samples without the key; what they doubt is
        mended.
      </p>
      {outline && (
        <p>
          {`They follow version ${outline.version} of the `}
          <a href={outline.url} target="_blank" rel="noopener noreferrer">
            exam guide
          </a>
          {`, last compared with it on ${dateText(outline.checked)}. Every question was reviewed on ${dateText(outline.reviewed)} or later.`}
        </p>
      )}
      {!answer && <WaitingNote subject="exam" onRetry={retry} />}
      {answer?.ok === false && <LoadNote subject="exam" failure={answer.failure} onRetry={retry} />}
      <p>If something is wrong, use “Report a mistake” below a checked question.</p>
      <p className="quiet">
        Free to use under CC BY 4.0. Not affiliated with AWS, Microsoft or Google.
      </p>
    </ExamSheet>
  );
};
