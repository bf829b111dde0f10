import { useEffect, useState } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import type { Question } from '#contract/wire.ts';
import { currentId } from '#exam/run/run.ts';
import { plainText } from '#exam/texts/search.ts';
import { readDocument } from '#offline/library/exam-library.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useExamRun } from '../run/run-context.tsx';
import styles from './keep.module.css';

type ReportSheetProps = { question: Question; onClose: () => void };

/** Until it is read, and where there is none. */
const UNKNOWN = 'unknown';

/** The exam's version on this device: its ETag, or the day of the guide's last review. */
const readVersion = async (exam: ExamKey) => {
  const document = await readDocument(exam).catch(() => undefined);
  const [tag] = /\w{1,12}/.exec(document?.etag ?? '') ?? [];
  return tag ?? document?.detail.outline?.reviewed ?? UNKNOWN;
};

/** A report of a mistake, to send in whatever way the learner likes: the app sends nothing. */
export const ReportSheet = ({ question, onClose }: ReportSheetProps) => {
  const { exam, run } = useExamRun();
  const [words, setWords] = useState('');
  const [version, setVersion] = useState(UNKNOWN);
  const [said, setSaid] = useState('');
  useEffect(() => {
    void readVersion(exam).then(setVersion);
  }, [exam]);
  const report = [
    `Exam: ${exam.providerId}, ${exam.examId}`,
    `Question: ${currentId(run)} (version ${version})`,
    plainText(question),
    words,
  ].join('\n\n');
  const copy = () =>
    navigator.clipboard.writeText(report).then(
      () => setSaid('Copied.'),
      () => setSaid('It can’t be copied here. Select the text and copy it.'),
    );
  const share = () =>
    navigator.share({ title: 'A mistake in CertDeck', text: report }).catch(() => {});
  return (
    <Sheet label="Report a mistake" isOpen onClose={onClose}>
      <label className="stack">
        What is wrong?
        <textarea
          rows={4}
          dir="auto"
          className={`field ${styles.note}`}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </label>
      <p className="quiet">
        Nothing is sent from here. Copy or share the report with the people who run this site.
      </p>
      <pre className={`field ${styles.note}`} dir="auto" translate="no">
        {report}
      </pre>
      <div className="cluster">
        <Button look="primary" onClick={copy}>
          Copy report
        </Button>
        {'share' in navigator && <Button onClick={share}>Share</Button>}
      </div>
      <p role="status">{said}</p>
    </Sheet>
  );
};
