import styles from './placeholder.module.css';

/** A grey stand-in of the coming content's size. Its owner says in words that something loads. */
export const Placeholder = ({ className }: { className?: string | undefined }) => (
  <div
    aria-hidden
    data-placeholder
    className={[styles.placeholder, className].filter(Boolean).join(' ')}
  />
);
