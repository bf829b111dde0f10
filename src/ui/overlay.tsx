import { type MouseEvent, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import { navigate } from 'wouter/use-browser-location';
import styles from './overlay.module.css';
import './dialog.css';
import { BackLink, Bar, useTitle } from './screen.tsx';

/** The state of a history entry that an overlay's link adds: the entry before it is what it covers. */
export const OVER = { isOver: true };

const leaveFor = (address: string) => {
  if (history.state?.isOver) history.back();
  else navigate(address, { replace: true });
};

type OverlayProps = {
  title: string;
  /** What it covers: its address, and the words of the link that leads back there. */
  below: string;
  back: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * A dialog as large as the window, which is shown while the address says so: the browser's Back and
 * Escape close it, and the focus returns to where it was. The first element with `data-first` takes it.
 */
export const Overlay = ({ title, below, back, actions, children }: OverlayProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const isShown = useRef(false);
  useTitle(title);
  const leave = useCallback(() => {
    if (isShown.current) leaveFor(below);
    isShown.current = false;
  }, [below]);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('[data-first]')?.focus();
    isShown.current = true;
    return () => {
      isShown.current = false;
      shown?.close();
    };
  }, []);
  useLayoutEffect(() => {
    const closeBy = (event: KeyboardEvent) => {
      const isOnTop = [...document.querySelectorAll('dialog[open]')].at(-1) === dialog.current;
      if (event.key !== 'Escape' || event.isComposing || !isOnTop) return;
      event.preventDefault();
      if (event.repeat) return;
      leave();
    };
    addEventListener('keydown', closeBy);
    return () => removeEventListener('keydown', closeBy);
  }, [leave]);
  const leaveBy = (event: MouseEvent) => {
    // The link itself leaves a click with a modifier to the browser.
    event.preventDefault();
    leave();
  };
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className={`window ${styles.overlay}`}
      // A browser that closes dialogs itself closes all that opened without a tap in between.
      closedby="none"
      // React also tells of a dialog that closes within this one.
      onClose={(event) => event.target === event.currentTarget && leave()}
    >
      <div className={styles.page}>
        <Bar
          start={
            <BackLink href={below} onClick={leaveBy}>
              {back}
            </BackLink>
          }
          actions={actions}
        />
        {children}
      </div>
    </dialog>
  );
};
