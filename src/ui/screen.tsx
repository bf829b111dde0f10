import { type ReactNode, useEffect } from 'react';
import styles from './screen.module.css';

type ScreenProps = {
  /** Names the document; '' while nobody knows yet. */
  title: string;
  /** Where one came from, at the start of the bar. */
  back?: ReactNode;
  /** Controls at the end of the bar. */
  actions?: ReactNode;
  children?: ReactNode;
};

export const PRODUCT_NAME = 'CertDeck';

/** The frame of every screen: a bar with the way back and the controls, then the content. */
export const Screen = ({ title, back, actions, children }: ScreenProps) => {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
  }, [title]);

  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        <div>{back}</div>
        <div className={styles.actions}>{actions}</div>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
};
