import { Placeholder } from '#ui/screen.tsx';
import styles from './question-placeholder.module.css';

const OPTIONS = ['a', 'b', 'c', 'd'];

export const QuestionPlaceholder = ({ label }: { label: string }) => (
  <div className={styles.question} role="status" aria-label={label}>
    <div className={styles.text} aria-hidden />
    {OPTIONS.map((key) => (
      <Placeholder key={key} className={styles.option} />
    ))}
  </div>
);
