import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';

/** A screen has one primary button; `tint` is a further one, `text` a minor one with a full-height target. */
type Look = {
  look?: 'primary' | 'quiet' | 'tint' | 'plain' | 'danger' | 'text';
  size?: 'large' | 'small';
};

const classFor = ({ look = 'quiet', size }: Look, extra?: string) =>
  [look !== 'text' && styles.button, styles[look], size && styles[size], extra]
    .filter(Boolean)
    .join(' ');

export const Button = ({ look, size, className, ...props }: ComponentProps<'button'> & Look) => (
  <button type="button" className={classFor({ look, size }, className)} {...props} />
);

/** A link within the app that looks like a button. `href` is a path already encoded. */
export const ButtonLink = ({
  look,
  size,
  href,
  className,
  ...props
}: Omit<ComponentProps<'a'>, 'href'> & Look & { href: string }) => (
  <Link href={href} className={classFor({ look, size }, className)} {...props} />
);

export const TextButton = (props: ComponentProps<'button'>) => <Button look="text" {...props} />;
