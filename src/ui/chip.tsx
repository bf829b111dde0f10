import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import styles from './chip.module.css';

/** A small action beside others of its rank. */
export const Chip = (props: ComponentProps<'button'>) => (
  <button type="button" className={styles.chip} {...props} />
);

/** `href` is a path already encoded. */
export const ChipLink = ({
  href,
  ...props
}: Omit<ComponentProps<'a'>, 'href'> & { href: string }) => (
  <Link href={href} className={styles.chip} {...props} />
);
