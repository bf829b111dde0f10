import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { isOwn, OWN_PROVIDER } from '#contract/own.ts';
import { routes, runAddress } from '#contract/routes.ts';
import { useKnownExams } from '#offline/use-offline.ts';
import { TextButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { SavedExamLine } from '../saved-exam/saved-exam-line.tsx';
import styles from './own-exams.module.css';

const AddQuestions = later(() => import('./add-questions.tsx'), 'AddQuestions');

/** The learner's own exams on home, and the way to add one. */
export const OwnExamsSection = () => {
  const known = useKnownExams();
  const [isAdding, setAdding] = useState(false);
  const exams = [...known.values()].filter(
    ({ key, status }) => isOwn(key) && status.kind !== 'absent',
  );
  return (
    <>
      {exams.length > 0 && (
        <section className={`stack ${styles.section}`} aria-labelledby="own-exams">
          <Link
            href={routes.examList.address(OWN_PROVIDER)}
            className={`row gap-2 ${styles.title}`}
          >
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
      )}
      <div className={`outdented ${styles.add}`}>
        <TextButton aria-haspopup="dialog" onClick={() => setAdding(true)}>
          Add your own questions
        </TextButton>
      </div>
      <Suspense>{isAdding && <AddQuestions onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
};
