import { Suspense, useCallback, useLayoutEffect, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import { RETURNING_KEY } from '#contract/learner.ts';
import { routes } from '#contract/routes.ts';
import type { Provider } from '#contract/wire.ts';
import { examCountText } from '#exam/wording.ts';
import { useIsListed, useSavedExams } from '#offline/use-offline.ts';
import { accentOf } from '#theme/accent.ts';
import { TextButton } from '#ui/button.tsx';
import { later } from '#ui/later.tsx';
import { LoadNote } from '../load-note.tsx';
import { useCall, useSlow } from '../use-call.ts';
import { LinkCard } from './link-card.tsx';
import styles from './provider-list.module.css';
import { ProviderListFrame, ProviderPlaceholders } from './provider-list-frame.tsx';

const YourData = later(() => import('./your-data.tsx'), 'YourData');
const HomeCard = later(() => import('./home-card.tsx'), 'HomeCard');
const OnThisDevice = later(() => import('./on-this-device.tsx'), 'OnThisDevice');

const Cards = ({ providers }: { providers: Provider[] }) => (
  <ul className={styles.cards}>
    {providers.map(({ id, name, examCount }) => (
      <li key={id} data-accent={accentOf(id)}>
        <LinkCard
          href={routes.examList.address(id)}
          title={name}
          detail={examCountText(examCount)}
        />
      </li>
    ))}
  </ul>
);

const readReturning = () => {
  try {
    return localStorage.getItem(RETURNING_KEY) !== null;
  } catch {
    return false;
  }
};

/** Milliseconds after which what is on the device need not wait for the list of providers. */
const SLOW = 4000;

export const ProviderList = () => {
  const { api } = useApi();
  const { answer, retry } = useCall(api.fetchProviders);
  const hasSaved = useSavedExams().size > 0;
  const isListed = useIsListed();
  const [isDataOpen, setDataOpen] = useState(false);
  const [isReturning, setReturning] = useState(readReturning);
  const closeData = () => {
    setDataOpen(false);
    setReturning(readReturning());
  };
  const leave = useCallback(() => setReturning(false), []);
  useLayoutEffect(() => {
    if (isReturning) document.documentElement.dataset.returning = '';
    else delete document.documentElement.dataset.returning;
  }, [isReturning]);
  const isSlow = useSlow(SLOW, !navigator.onLine);
  const providers = answer?.ok ? answer.value : [];

  return (
    <ProviderListFrame
      card={
        <Suspense>
          {isReturning && <HomeCard key={isDataOpen ? 'data' : 'home'} onNothing={leave} />}
        </Suspense>
      }
      examCount={
        answer?.ok ? providers.reduce((sum, { examCount }) => sum + examCount, 0) : undefined
      }
    >
      {!answer && <ProviderPlaceholders />}
      {answer && providers.length > 0 && <Cards providers={providers} />}
      {answer && providers.length === 0 && (
        <p className={styles.apology} role="alert">
          Unfortunately, due to an error on our side, no providers are available, please try again
          later
        </p>
      )}
      {answer?.ok === false && <LoadNote subject="list" failure={answer.failure} onRetry={retry} />}
      {/* All at once, so that nothing moves under a finger. */}
      {isListed && (answer || isSlow) && (
        <Suspense>
          {hasSaved && <OnThisDevice />}
          <footer className={styles.footer}>
            <TextButton aria-haspopup="dialog" onClick={() => setDataOpen(true)}>
              Your progress data
            </TextButton>
            {!isReturning && (
              <TextButton aria-haspopup="dialog" onClick={() => setDataOpen(true)}>
                Have you practiced elsewhere?
              </TextButton>
            )}
          </footer>
        </Suspense>
      )}
      <Suspense>{isDataOpen && <YourData onClose={closeData} />}</Suspense>
    </ProviderListFrame>
  );
};
