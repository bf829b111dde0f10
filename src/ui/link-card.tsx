import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
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
    <span className={styles.mark} aria-hidden />
    <span className={styles.words}>
      <span className={styles.title}>{title}</span>
      <span className={styles.detail}>{detail}</span>
    </span>
    <ChevronRight size={20} aria-hidden className={styles.arrow} />
  </Link>
);
