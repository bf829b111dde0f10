import { Suspense, useCallback, useLayoutEffect, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import { parseProviders } from '#api/wire-parser.ts';
import { providersAddress } from '#contract/addresses.ts';
import { isOwn } from '#contract/own.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { amountText } from '#exam/labels.ts';
import { useIsListed, useKnownExams } from '#offline/use-offline.ts';
import { RETURNING_KEY, readText } from '#storage/local-storage.ts';
import { TextButton } from '#ui/button.tsx';
import { later } from '#ui/later.tsx';
import { ProviderCards } from '../exam-links/provider-cards.tsx';
import { LoadNote } from '../load-note.tsx';
import { useCall, useSlow } from '../use-call.ts';
import { ExamRows } from './exam-rows.tsx';
import styles from './provider-list.module.css';
import { ProviderListFrame, ProviderPlaceholders } from './provider-list-frame.tsx';
import { sample } from './sample.ts';
import { SampleQuestion } from './sample-question.tsx';

const YourData = later(() => import('./your-data.tsx'), 'YourData');
const HomeCard = later(() => import('./home-card.tsx'), 'HomeCard');
const OwnExams = later(() => import('./own-exams.tsx'), 'OwnExams');
const AddQuestions = later(() => import('../own-exams/add-questions.tsx'), 'AddQuestions');
const OnThisDevice = later<'OnThisDevice', object>(
  () => import('./on-this-device.tsx'),
  'OnThisDevice',
);

const readReturning = () => Boolean(readText(RETURNING_KEY));

/** The providers, if the inline script has painted them. */
const findPainted = (apiUrl: string) => {
  const { painted } = globalThis;
  return painted?.address === providersAddress(apiUrl) ? parseProviders(painted.body) : undefined;
};

/** How long saved exams wait for the list of providers, in milliseconds. */
const SLOW = 4000;

export const ProviderList = () => {
  const { api, config } = useApi();
  const { answer, retry } = useCall(api.fetchProviders, () => findPainted(config.apiUrl));
  const known = useKnownExams();
  const hasSaved = known.size > 0;
  const hasOwn = [...known.values()].some(({ key }) => isOwn(key));
  const [isAdding, setAdding] = useState(false);
  const isListed = useIsListed();
  const [isDataOpen, setDataOpen] = useState(false);
  const [isReturning, setReturning] = useState(readReturning);
  const closeData = () => {
    setDataOpen(false);
    setReturning(readReturning());
  };
  const [canStartSample, setStartSample] = useState(false);
  const findSample = useCallback(
    (exams: ExamSummary[]) => setStartSample(exams.some(({ name }) => name === sample.examId)),
    [],
  );
  const leave = useCallback(() => setReturning(false), []);
  useLayoutEffect(() => {
    if (isReturning) document.documentElement.dataset.returning = '';
    else delete document.documentElement.dataset.returning;
  }, [isReturning]);
  const isSlow = useSlow(SLOW, !navigator.onLine);
  const providers = answer?.ok ? answer.value : [];

  return (
    <ProviderListFrame
      sample={!isReturning && <SampleQuestion canStart={canStartSample} />}
      card={
        <Suspense>{isReturning && <HomeCard key={`${isDataOpen}`} onNothing={leave} />}</Suspense>
      }
      amount={amountText(providers)}
    >
      {!answer && <ProviderPlaceholders />}
      {providers.length > 0 && (
        <ProviderCards
          providers={providers}
          renderExams={(provider) => (
            <ExamRows
              provider={provider}
              {...(provider.id === sample.providerId && { onListed: findSample })}
            />
          )}
        />
      )}
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
          {hasOwn && <OwnExams />}
          {hasSaved && <OnThisDevice />}
          <footer className={`stack ${styles.footer}`}>
            <div className={`outdented ${styles.offers}`}>
              <TextButton aria-haspopup="dialog" onClick={() => setAdding(true)}>
                Add your own questions
              </TextButton>
              <TextButton aria-haspopup="dialog" onClick={() => setDataOpen(true)}>
                Back up or move progress
              </TextButton>
            </div>
            <p className="quiet">
              The questions that come with CertDeck are its own, written from the vendors’ public
              exam guides and documentation. Each links to what it is based on. Second readers have
              answered samples without the key. Not affiliated with AWS, Microsoft or Google.
            </p>
          </footer>
        </Suspense>
      )}
      <Suspense>{isAdding && <AddQuestions onClose={() => setAdding(false)} />}</Suspense>
      <Suspense>{isDataOpen && <YourData onClose={closeData} />}</Suspense>
    </ProviderListFrame>
  );
};
