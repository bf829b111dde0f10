import { Link } from 'wouter';
import { isOwn, OWN_PROVIDER } from '#contract/own.ts';
import { routes, runAddress } from '#contract/routes.ts';
import { useKnownExams } from '#offline/use-offline.ts';
import { Icon } from '#ui/icon.tsx';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import styles from './own-exams.module.css';

/** The learner's own exams on home. */
export const OwnExamsSection = () => {
  const known = useKnownExams();
  const exams = [...known.values()].filter(
    ({ key, status }) => isOwn(key) && status.kind !== 'absent',
  );
  if (exams.length === 0) return null;
  return (
    <section className={`stack ${styles.section}`} aria-labelledby="own-exams">
      <Link href={routes.examList.address(OWN_PROVIDER)} className={`row gap-2 ${styles.title}`}>
        <h2 id="own-exams">{OWN_PROVIDER}</h2>
        <Icon name="forward" size={16} className="directional" />
      </Link>
      <ul className="card ruled">
        {exams.map(({ key }) => (
          <li key={key.examId} className={`cluster row ${styles.row}`}>
            <Link href={runAddress(key)} className={styles.name} dir="auto" translate="no">
              {key.examId}
            </Link>
            <SavedExamLine exam={key} />
          </li>
        ))}
      </ul>
    </section>
  );
};
