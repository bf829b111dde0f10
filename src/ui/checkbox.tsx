import type { ReactNode } from 'react';
import styles from './checkbox.module.css';

type CheckboxProps = {
  isChecked: boolean;
  onCheck: (isChecked: boolean) => void;
  children: ReactNode;
};

/** Something that is on or off, with its label. */
export const Checkbox = ({ isChecked, onCheck, children }: CheckboxProps) => (
  <label className={styles.checkbox}>
    <input type="checkbox" checked={isChecked} onChange={({ target }) => onCheck(target.checked)} />
    {children}
  </label>
);
