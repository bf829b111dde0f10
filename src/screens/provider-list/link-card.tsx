import { Link } from 'wouter';
import { Icon } from '#ui/icon.tsx';
import styles from './link-card.module.css';

/** A whole card as one link. `href` is a path already encoded. */
export const LinkCard = ({
  href,
  title,
  detail,
}: {
  href: string;
  title: string;
  detail: string;
}) => (
  <Link href={href} className={styles.card}>
    <span className={styles.mark} />
    <span className={styles.words}>
      <span className={styles.title} dir="auto">
        {title}
      </span>
      <span className={styles.detail}>{detail}</span>
    </span>
    <Icon name="forward" size={20} className={styles.arrow} />
  </Link>
);
