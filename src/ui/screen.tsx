import { type ReactNode, useEffect, useRef } from 'react';
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

/** The screen shown last. The placeholder of a screen is that screen, and the first takes no focus. */
let shown: string | undefined;

/** A new screen takes the focus, so that a screen reader tells where one has come to. */
const useScreenFocus = (title: string) => {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!title) return;
    const screen = `${location.pathname} ${title}`;
    if (shown && shown !== screen) main.current?.focus({ preventScroll: true });
    shown = screen;
  }, [title]);
  return main;
};

/** The frame of every screen: a bar with the way back and the controls, then the content. */
export const Screen = ({ title, back, actions, children }: ScreenProps) => {
  const main = useScreenFocus(title);
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
  }, [title]);

  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        <div>{back}</div>
        <div className={styles.actions}>{actions}</div>
      </header>
      <main ref={main} tabIndex={-1} aria-label={title} className={styles.main}>
        {children}
      </main>
    </div>
  );
};
