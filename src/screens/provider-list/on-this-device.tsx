import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { isOwn } from '#contract/own.ts';
import { runAddress } from '#contract/routes.ts';
import { removeExam } from '#offline/download/exam-sync.ts';
import type { KnownExam } from '#offline/library/exam-status.ts';
import { readStorageHealth, subscribeToStorageHealth } from '#offline/page/storage-health.ts';
import { TextButton } from '#ui/button.tsx';
import { dateText, sizeText } from '#ui/formats.ts';
import { Sheet } from '#ui/sheet.tsx';
import { isDeletedSoon } from '../device/installation.ts';
import { ExamName } from '../exam-links/exam-name.tsx';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import { useExamsHere } from '../saved-exam/use-exams-here.ts';
import styles from './on-this-device.module.css';

const refreshedText = ({ status }: KnownExam) =>
  status.kind === 'available' ? `Updated ${dateText(status.checkedAt)}` : '';

/** An exam that is saved, its source and its state. */
const SavedExamRow = ({ saved }: { saved: KnownExam }) => {
  const { providerId, examId } = saved.key;
  return (
    <li className={`cluster row ${styles.row}`}>
      <Link href={runAddress(saved.key)} className={styles.exam}>
        <span className={styles.name} dir="auto" translate="no">
          <ExamName name={examId} />
        </span>
        <span className="quiet">
          {[!isOwn(saved.key) && providerId, refreshedText(saved)].filter(Boolean).join(' · ')}
        </span>
      </Link>
      <SavedExamLine exam={saved.key} />
    </li>
  );
};

/** No browser reveals whether its window is private. */
const PRIVATE = ' Private windows delete everything when closed.';

const promiseText = (isPersistent: boolean) => {
  if (isPersistent) return 'Your browser keeps saved exams until you remove them.';
  return isDeletedSoon()
    ? `Your browser deletes saved exams after seven days without a visit, unless CertDeck is on your home screen.${PRIVATE}`
    : `Your browser may delete saved exams if space runs low. Installing the app helps.${PRIVATE}`;
};

const StorageNote = () => {
  const { usage, free, isPersistent } = useSyncExternalStore(
    subscribeToStorageHealth,
    readStorageHealth,
  );
  const amounts =
    usage !== undefined && free !== undefined
      ? `CertDeck uses ${sizeText(usage)}. ${sizeText(free)} free. `
      : '';
  return <p className="quiet">{amounts + promiseText(isPersistent)}</p>;
};

/** What is saved, how large it is, and how to remove it. */
const DeviceExams = () => {
  const exams = useExamsHere();
  return (
    <>
      <StorageNote />
      <ul className="card ruled">
        {exams.map((saved) => (
          <SavedExamRow key={JSON.stringify(saved.key)} saved={saved} />
        ))}
      </ul>
      {exams.length > 1 && (
        <div className="outdented">
          <TextButton onClick={() => exams.forEach(({ key }) => void removeExam(key))}>
            Remove all
          </TextButton>
        </div>
      )}
    </>
  );
};

/** On home of a learner whose saved exams are listed nowhere else yet. */
export const OnThisDevice = () => (
  <section className={`stack ${styles.section}`} aria-labelledby="on-this-device">
    <h2 id="on-this-device">On this device</h2>
    <DeviceExams />
  </section>
);

export const OnThisDeviceSheet = ({ onClose }: { onClose: () => void }) => (
  <Sheet label="On this device" isOpen onClose={onClose}>
    <DeviceExams />
  </Sheet>
);
