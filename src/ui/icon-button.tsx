import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = ComponentProps<'button'> & { label: string; icon: IconName; size?: number };

/** A round button that shows only its icon. */
export const IconButton = ({
  label,
  icon,
  size = 20,
  className = '',
  ...props
}: IconButtonProps) => (
  <button type="button" aria-label={label} className={`round ${className}`} {...props}>
    <Icon name={icon} size={size} />
  </button>
);
