import type { Change, Outline, Share } from '#contract/wire.ts';
import { longDateText } from '#ui/formats.ts';
import styles from './exam-sheet.module.css';
import { ExamSheet, type ExamSheetProps } from './exam-sheet.tsx';
import { AnswerNote } from './load-note.tsx';
import { useExamDetail } from './use-readiness.ts';

/** As 'all 19 tasks', or '12 of 14 services'. */
const shareText = ([part, of]: Share, things: string) =>
  part === of ? `all ${of} ${things}` : `${part} of ${of} ${things}`;

const coverageText = ({ tasks, services }: Outline) =>
  tasks &&
  services &&
  `They ask about ${shareText(tasks, 'tasks')} of the guide, and about ${shareText(services, 'services and topics that we list for it')}.`;

const blindText = ({ blind: [agreed, of] = [0, 0] }: Outline) =>
  of > 0 &&
  `A reader who did not know the keys answered ${of} of them, and arrived at the key ${agreed === of ? 'every time' : `${agreed} times`}.`;

const Changes = ({ changes }: { changes: Change[] }) => (
  <details>
    <summary>What the vendor changed</summary>
    <dl className={`stack ${styles.changes}`}>
      {changes.map(({ date, text }) => (
        <div key={text}>
          <dt className="quiet">{longDateText(date)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </details>
);

/** Where an exam's questions come from, and how far to trust them. */
export const AboutQuestions = (props: ExamSheetProps) => {
  const { answer, retry } = useExamDetail(props.exam);
  const outline = answer?.ok ? answer.value.outline : undefined;
  return (
    <ExamSheet label="About these questions" {...props}>
      <p>
        The questions that come with CertDeck are original, written from the vendors’ public exam
        guides and documentation.
      </p>
      {outline && (
        <p>
          {`They follow version ${outline.version} of the `}
          <a href={outline.url} target="_blank" rel="noopener noreferrer">
            exam guide
          </a>
          {`, as it was known on ${longDateText(outline.checked)}. Every question was reviewed on ${longDateText(outline.reviewed)} or later.`}
        </p>
      )}
      {outline && (
        <p>
          {coverageText(outline)} {blindText(outline)}
        </p>
      )}
      {outline?.changes && <Changes changes={outline.changes} />}
      <AnswerNote subject="exam" {...{ answer, retry }} />
      <p>If something is wrong, use “Report a mistake” below a checked question.</p>
      <p className="quiet">
        Free to use under CC BY 4.0. Not affiliated with AWS, Microsoft or Google.
      </p>
    </ExamSheet>
  );
};
