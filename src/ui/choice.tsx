import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';

type ChoiceProps<T extends string> = {
  label: string;
  options: { value: T; label: string; note?: string }[];
  value: T;
  onChoose: (value: T) => void;
  /** The label stands beside short options, not above them. */
  isInline?: boolean;
  /** The label is only heard. */
  isUnlabeled?: boolean;
};

/** One of a few: radio buttons that look like a segmented control, or like cards if they have notes. */
export const Choice = <T extends string>(props: ChoiceProps<T>) => {
  const { label, options, value, onChoose, isInline, isUnlabeled } = props;
  const name = useId();
  const hasNotes = options.some(({ note }) => note);
  return (
    <fieldset className={isInline ? 'cluster between small' : undefined}>
      {/* A legend can't stand beside its options. */}
      <legend
        className={isInline || isUnlabeled ? 'visually-hidden' : `quiet strong ${styles.label}`}
      >
        {label}
      </legend>
      {isInline && <span aria-hidden>{label}</span>}
      <div className={hasNotes ? 'stack gap-2' : styles.segments}>
        {options.map((option) => (
          <label key={option.value} className={`strong ${hasNotes ? styles.card : styles.segment}`}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            {option.label}
            {option.note && <small className="fine">{option.note}</small>}
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
