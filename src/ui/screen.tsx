import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import { routes } from '#contract/routes.ts';
import { Icon, Mark } from './icon.tsx';
import styles from './screen.module.css';
import { placeScreen } from './scroll-place.ts';

type ScreenProps = {
  /** The document's title; '' while it is unknown. */
  title: string;
  /** The product's name or the way back, at the start of the bar. */
  start?: ReactNode;
  /** Controls at the end of the bar. */
  actions?: ReactNode;
  children?: ReactNode;
};

const PRODUCT_NAME = 'CertDeck';

/** The last screen shown, for which its placeholder counts; the first takes no focus. */
let shown: string | undefined;

/** The focused element's tag name, and its index among elements of that name. */
const readFocused = () => {
  const { activeElement, body } = globalThis.document ?? {};
  if (!activeElement || activeElement === body) return undefined;
  const { localName } = activeElement;
  return { localName, place: [...document.querySelectorAll(localName)].indexOf(activeElement) };
};

/** The focused element when the last screen unmounted. */
let left: ReturnType<typeof readFocused>;

/**
 * A new screen takes the focus, so that a screen reader announces it. A screen that replaces its
 * placeholder keeps the placeholder's focus.
 */
const useScreenFocus = (title: string) => {
  const main = useRef<HTMLElement>(null);
  /** In the prerendered placeholders, which never unmount as components. */
  const [first] = useState(readFocused);
  // The focus may move while the new screen renders, so it is read when the old one unmounts.
  useLayoutEffect(
    () => () => {
      left = readFocused();
    },
    [],
  );
  useLayoutEffect(() => {
    const focused = left ?? first;
    if (!title) return;
    const screen = `${location.pathname} ${title}`;
    const isLost = document.activeElement === document.body;
    const input = document.querySelectorAll('input')[focused?.place ?? 0];
    if ((shown && shown !== screen) || (isLost && focused?.localName === 'main')) {
      main.current?.focus({ preventScroll: true });
    } else if (isLost && focused?.localName === 'input' && input) {
      input.focus({ preventScroll: true });
      if (input.type === 'search') input.setSelectionRange(input.value.length, input.value.length);
    }
    if (shown && shown !== screen) placeScreen();
    shown = screen;
  }, [title, first]);
  return main;
};

/** The way back and the controls, at the top of a screen. */
export const Bar = ({ start, actions }: Pick<ScreenProps, 'start' | 'actions'>) => (
  <header className={`between gap-2 ${styles.bar}`}>
    <div className={`row ${styles.start}`}>{start}</div>
    <div className={`row ${styles.actions}`}>{actions}</div>
  </header>
);

/** The document's title while this is on screen; '' while it is unknown. */
export const useTitle = (title: string) =>
  useEffect(() => {
    const before = document.title;
    document.title = title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
    return () => {
      document.title = before;
    };
  }, [title]);

/** The frame of every screen: a bar with the way back and the controls, then the content. */
export const Screen = ({ title, start, actions, children }: ScreenProps) => {
  const main = useScreenFocus(title);
  useTitle(title);
  return (
    <div className={styles.screen}>
      <Bar {...{ start, actions }} />
      <main ref={main} tabIndex={-1} aria-label={title} className={styles.main} data-slot="screen">
        {children}
      </main>
    </div>
  );
};

/** The product's name with its mark, which is home's heading. */
export const Brand = () => (
  <h1 className={`row ${styles.brand}`} translate="no">
    <Mark />
    {PRODUCT_NAME}
  </h1>
);

/** The mark, which leads home. */
export const HomeLink = ({ className = '' }: { className?: string | undefined }) => (
  <Link
    href={routes.providerList.address()}
    aria-label={PRODUCT_NAME}
    className={`row ${styles.brand} ${styles.home} ${className}`}
  >
    <Mark />
  </Link>
);

type BackLinkProps = {
  href: string;
  onClick?: (event: MouseEvent) => void;
  children: ReactNode;
};

/** The way back; on a wide screen the mark leads home, too. */
export const BackLink = ({ href, onClick, children }: BackLinkProps) => (
  <>
    <HomeLink className="wide-only" />
    <Link href={href} onClick={onClick} className={`row quiet ${styles.back}`} data-slot="back">
      <Icon name="back" className="directional" />
      <span>{children}</span>
    </Link>
  </>
);

type PlaceholderProps = {
  className: string | undefined;
  /** Nothing is loading any more. */
  isStill?: boolean;
};

/** A gray box of the coming content's size. Its owner says in words that something is loading. */
export const Placeholder = ({ className, isStill }: PlaceholderProps) => (
  <div
    aria-hidden
    data-placeholder
    className={`${styles.placeholder} ${className}`}
    data-still={isStill}
  />
);
