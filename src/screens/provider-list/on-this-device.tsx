import { Link } from 'wouter';
import { isOwn } from '#contract/own.ts';
import { runAddress } from '#contract/routes.ts';
import { removeExam } from '#offline/download/exam-sync.ts';
import type { KnownExam } from '#offline/library/exam-status.ts';
import { useStorageHealth } from '#offline/use-offline.ts';
import { TextButton } from '#ui/button.tsx';
import { dateText, sizeText } from '#ui/formats.ts';
import { isDeletedSoon } from '../installation.ts';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import { useExamsHere } from '../saved-exam/use-exams-here.ts';
import { InstallOffer } from './install-offer.tsx';
import styles from './on-this-device.module.css';

const refreshedText = ({ status }: KnownExam) =>
  status.kind === 'available' ? `Updated ${dateText(status.checkedAt)}` : '';

/** An exam that is saved, its source and its state. */
export const SavedExamRow = ({ saved }: { saved: KnownExam }) => {
  const { providerId, examId } = saved.key;
  return (
    <li className={`cluster row ${styles.row}`}>
      <Link href={runAddress(saved.key)} className={styles.exam}>
        <span className={styles.name} dir="auto" translate="no">
          {examId}
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
  const { usage, free, isPersistent } = useStorageHealth();
  const amounts =
    usage !== undefined && free !== undefined
      ? `CertDeck uses ${sizeText(usage)}. ${sizeText(free)} free. `
      : '';
  return <p className="quiet">{amounts + promiseText(isPersistent)}</p>;
};

/** Saved exams of all providers: the way in when the providers can't be loaded. */
export const OnThisDevice = () => {
  const exams = useExamsHere();
  if (exams.length === 0) return null;
  return (
    <section className={`stack ${styles.section}`} aria-labelledby="on-this-device">
      <div className={`between ${styles.head}`}>
        <h2 id="on-this-device">On this device</h2>
        {exams.length > 1 && (
          <TextButton onClick={() => exams.forEach(({ key }) => void removeExam(key))}>
            Remove all
          </TextButton>
        )}
      </div>
      <StorageNote />
      <ul className="card ruled">
        {exams.map((saved) => (
          <SavedExamRow key={JSON.stringify(saved.key)} saved={saved} />
        ))}
      </ul>
      {exams.some(({ status }) => status.kind === 'available') && <InstallOffer />}
    </section>
  );
};
