import { Link } from 'wouter';
import styles from './back-link.module.css';
import { Icon } from './icon.tsx';

export const BackLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className={styles.link}>
    <Icon name="back" size={20} />
    <span>{children}</span>
  </Link>
);
