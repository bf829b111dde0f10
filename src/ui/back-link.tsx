import { ChevronLeft } from 'lucide-react';
import { Link } from 'wouter';
import styles from './back-link.module.css';

export const BackLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className={styles.link}>
    <ChevronLeft size={20} aria-hidden />
    <span>{children}</span>
  </Link>
);
