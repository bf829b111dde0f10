import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';

type ChoiceProps<T extends string> = {
  label: string;
  options: { value: T; label: string }[];
  value: T;
  onChoose: (value: T) => void;
};

/** One of a few, in a row: radio buttons that look like a segmented control. */
export const Choice = <T extends string>({ label, options, value, onChoose }: ChoiceProps<T>) => {
  const name = useId();
  return (
    <fieldset>
      <legend className={`quiet strong ${styles.label}`}>{label}</legend>
      <div className="cluster">
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span className="centered strong">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

type CheckboxProps = {
  isChecked: boolean;
  onCheck: (isChecked: boolean) => void;
  children: ReactNode;
};

/** Something that is on or off, with its label. */
export const Checkbox = ({ isChecked, onCheck, children }: CheckboxProps) => (
  <label className={`row gap-2 ${styles.checkbox}`}>
    <input type="checkbox" checked={isChecked} onChange={({ target }) => onCheck(target.checked)} />
    {children}
  </label>
);
