import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';

type Look = 'primary' | 'quiet';

const classFor = (look: Look, extra?: string) =>
  [styles.button, styles[look], extra].filter(Boolean).join(' ');

export const Button = ({
  look = 'quiet',
  className,
  ...props
}: ComponentProps<'button'> & { look?: Look }) => (
  <button type="button" className={classFor(look, className)} {...props} />
);

/** A link within the app that looks like a button. `href` is a path already encoded. */
export const ButtonLink = ({
  look = 'quiet',
  href,
  className,
  ...props
}: Omit<ComponentProps<'a'>, 'href'> & { look?: Look; href: string }) => (
  <Link href={href} className={classFor(look, className)} {...props} />
);

/** A minor action within a line of text, with a full-height target. */
export const TextButton = (props: ComponentProps<'button'>) => (
  <button type="button" className={styles.text} {...props} />
);

/** A small action beside others of equal importance. */
export const Chip = (props: ComponentProps<'button'>) => (
  <button type="button" className={`outlined ${styles.chip}`} {...props} />
);

/** `href` is a path already encoded. */
export const ChipLink = ({
  href,
  ...props
}: Omit<ComponentProps<'a'>, 'href'> & { href: string }) => (
  <Link href={href} className={`outlined ${styles.chip}`} {...props} />
);
