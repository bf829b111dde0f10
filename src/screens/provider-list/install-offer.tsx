import { useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import { installPrompt } from '../device/install-prompt.ts';
import { declineInstallation, findInstallation, install } from '../device/installation.ts';
import styles from './install-offer.module.css';

/** Shown beside the first exam that is available offline, until accepted or dismissed. */
export const InstallOffer = () => {
  useSyncExternalStore(installPrompt.subscribe, installPrompt.read);
  const [isRefused, setRefused] = useState(false);
  const way = isRefused ? undefined : findInstallation();
  const refuse = () => {
    declineInstallation();
    setRefused(true);
  };
  if (!way) return null;
  return (
    <section className={`stack ${styles.offer}`} aria-labelledby="install">
      <h3 id="install">Keep CertDeck on your home screen</h3>
      {way === 'steps' ? (
        <>
          <ol className={`stack ${styles.steps}`}>
            <li>1. Tap the Share button of the browser.</li>
            <li>2. Choose “Add to Home Screen”.</li>
          </ol>
          <p className="quiet">
            The app on the home screen has storage of its own: save your exams again there, and take
            your runs along with “Back up or move progress”.
          </p>
        </>
      ) : (
        <p className="quiet">It opens like an app, and the browser keeps your exams longer.</p>
      )}
      <div className="cluster">
        {way !== 'steps' && (
          <Button look="primary" onClick={() => install(way)}>
            Install
          </Button>
        )}
        <Button onClick={refuse}>{way === 'steps' ? 'Got it' : 'No, thanks'}</Button>
      </div>
    </section>
  );
};
