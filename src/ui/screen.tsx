import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Icon } from './icon.tsx';
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

/** The screen that is being replaced had the focus, which goes with it. */
let isFocusLost = false;

/** A new screen takes the focus, so that a screen reader tells where one has come to. */
const useScreenFocus = (title: string) => {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!title) return;
    const screen = `${location.pathname} ${title}`;
    if (isFocusLost || (shown && shown !== screen)) main.current?.focus({ preventScroll: true });
    isFocusLost = false;
    shown = screen;
  }, [title]);
  useLayoutEffect(() => {
    const own = main.current;
    return () => {
      isFocusLost = own === document.activeElement;
    };
  }, []);
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

export const BackLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className={styles.back}>
    <Icon name="back" size={20} />
    <span>{children}</span>
  </Link>
);

/** A grey stand-in of the coming content's size. Its owner says in words that something loads. */
export const Placeholder = ({ className }: { className?: string | undefined }) => (
  <div
    aria-hidden
    data-placeholder
    className={[styles.placeholder, className].filter(Boolean).join(' ')}
  />
);
