import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import styles from './search-box.module.css';

/** A field to search in, which its label names. */
export const SearchBox = ({ label, ...props }: ComponentProps<'input'> & { label: string }) => (
  <div className={styles.box}>
    <Icon name="search" />
    <input type="search" className="field" aria-label={label} autoComplete="off" {...props} />
  </div>
);
