import { type ReactNode, useId } from 'react';
import { LONGEST_NAME } from './deck-texts.ts';
import styles from './own-exams.module.css';

type NameFieldProps = {
  value: string;
  onChange: (name: string) => void;
  /** Said below it. */
  hint?: ReactNode;
  /** The hint is about a name that can't be taken as it is. */
  isCaution?: boolean;
};

/** What an exam of the learner's is called. */
export const NameField = ({ value, onChange, hint, isCaution = false }: NameFieldProps) => {
  const id = useId();
  return (
    <div className="stack gap-2">
      <label className="stack gap-2">
        <span className="strong">Name</span>
        <input
          className="field"
          required
          maxLength={LONGEST_NAME}
          dir="auto"
          value={value}
          aria-describedby={id}
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      <p id={id} role="status" className={`quiet ${isCaution ? styles.caution : ''}`}>
        {hint}
      </p>
    </div>
  );
};
