import type { ComponentProps } from 'react';
import styles from './text-button.module.css';

/** A lesser action within a line of text, with a target of full height. */
export const TextButton = (props: ComponentProps<'button'>) => (
  <button type="button" className={styles.button} {...props} />
);
