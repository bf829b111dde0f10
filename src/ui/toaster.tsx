import { useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';
import { TextButton } from './text-button.tsx';
import styles from './toaster.module.css';
import { dismissToast, readToasts, subscribeToToasts } from './toasts.ts';

/** 'system' follows the device rather than the app. */
export const Toaster = ({ theme }: { theme: 'light' | 'dark' | 'system' }) => {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts);
  return (
    <div role="status" data-theme={theme} className={styles.toaster}>
      {toasts.map(({ id, text, action }) => (
        <div key={id} className={styles.toast}>
          <span className={styles.text}>{text}</span>
          {action && <TextButton onClick={action.act}>{action.label}</TextButton>}
          <button
            type="button"
            aria-label="Dismiss"
            className={styles.close}
            onClick={() => dismissToast(id)}
          >
            <Icon name="cross" size={16} />
          </button>
        </div>
      ))}
    </div>
  );
};
