import { useState } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import type { Outline, Share } from '#contract/wire.ts';
import { TextButton } from '#ui/button.tsx';
import { longDateText } from '#ui/formats.ts';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import styles from './exam-page.module.css';

const ManageExam = later(() => import('../own-exams/manage-exam.tsx'), 'ManageExam');

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

const Grounds = ({ outline }: { outline: Outline }) => (
  <>
    <p>
      {`They follow version ${outline.version} of the `}
      <a href={outline.url} target="_blank" rel="noopener noreferrer">
        exam guide
      </a>
      {`, as it was known on ${longDateText(outline.checked)}. Every question was reviewed on ${longDateText(outline.reviewed)} or later.`}
    </p>
    <p>
      {coverageText(outline)} {blindText(outline)}
    </p>
    {outline.changes && (
      <details>
        <summary>What the vendor changed</summary>
        <dl className="stack">
          {outline.changes.map(({ date, text }) => (
            <div key={text}>
              <dt className="quiet">{longDateText(date)}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    )}
  </>
);

type AboutQuestionsProps = { exam: ExamKey; outline: Outline | undefined };

/** Where an exam's questions come from, and how far to trust them; of own questions, their management. */
export const AboutQuestions = ({ exam, outline }: AboutQuestionsProps) => {
  const [isManaging, setManaging] = useState(false);
  if (isOwn(exam)) {
    return (
      <>
        <TextButton aria-haspopup="dialog" onClick={() => setManaging(true)}>
          Rename, export or remove
        </TextButton>
        {isManaging && <ManageExam exam={exam} onClose={() => setManaging(false)} />}
      </>
    );
  }
  return (
    <details className={styles.fold}>
      <summary>
        About these questions
        <Icon name="forward" size={16} />
      </summary>
      <div className={`stack ${styles.small}`}>
        <p>
          The questions that come with CertDeck are original, written from the vendors’ public exam
          guides and documentation.
        </p>
        {outline && <Grounds outline={outline} />}
        <p>If something is wrong, use “Report a mistake” below a checked question.</p>
        <p className="quiet">
          Free to use under CC BY 4.0. Not affiliated with AWS, Microsoft or Google.
        </p>
      </div>
    </details>
  );
};
