import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { TextButton } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './toaster.module.css';
import { dismissToast, readToasts, subscribeToToasts, toastPlace } from './toasts.ts';

/** Where a screen with controls at its bottom places toasts: in a row above them. */
export const ToastPlace = () => <div ref={toastPlace.set} className={styles.place} />;

/** At the bottom of the screen, in a row that covers nothing permanently. */
export const Toaster = ({ theme }: { theme: string }) => {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts);
  const place = useSyncExternalStore(toastPlace.subscribe, toastPlace.read);
  const toaster = (
    <div role="status" data-theme={theme} className={`screen-only ${styles.toaster}`}>
      {toasts.map(({ id, text, action }) => (
        <div key={id} className={`row gap-2 card strong ${styles.toast}`}>
          <span className={styles.text}>{text}</span>
          {action && <TextButton onClick={action.act}>{action.label}</TextButton>}
          <IconButton
            label="Dismiss"
            icon="cross"
            size={16}
            className="dim"
            onClick={() => dismissToast(id)}
          />
        </div>
      ))}
    </div>
  );
  return place ? createPortal(toaster, place) : toaster;
};
