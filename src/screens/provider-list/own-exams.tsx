import { Link } from 'wouter';
import { isOwn, OWN_PROVIDER } from '#contract/own.ts';
import { routes } from '#contract/routes.ts';
import { useKnownExams } from '#offline/use-offline.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './on-this-device.module.css';
import { SavedExamRow } from './on-this-device.tsx';

/** The learner's own exams. */
export const OwnExams = () => {
  const exams = [...useKnownExams().values()].filter(
    ({ key, status }) => isOwn(key) && status.kind !== 'absent',
  );
  if (exams.length === 0) return null;
  return (
    <section className={`stack ${styles.section}`} aria-labelledby="own-exams">
      <Link
        href={routes.examList.address(OWN_PROVIDER)}
        className={`row gap-2 ${styles.head} ${styles.title}`}
      >
        <h2 id="own-exams">{OWN_PROVIDER}</h2>
        <Icon name="forward" size={16} className="directional" />
      </Link>
      <ul className="card ruled">
        {exams.map((saved) => (
          <SavedExamRow key={saved.key.examId} saved={saved} />
        ))}
      </ul>
    </section>
  );
};
