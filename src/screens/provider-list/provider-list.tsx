import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import { parseProviders } from '#api/wire-parser.ts';
import { providersAddress } from '#contract/addresses.ts';
import { isOwn } from '#contract/own.ts';
import type { ExamSummary, Provider } from '#contract/wire.ts';
import { amountText } from '#exam/texts/labels.ts';
import { useIsListed, useKnownExams, useOnline } from '#offline/use-offline.ts';
import { RETURNING_KEY, readText } from '#storage/local-storage.ts';
import { later, Together } from '#ui/later.tsx';
import { ProviderCards } from '../exam-links/provider-cards.tsx';
import { AnswerNote } from '../loading/load-note.tsx';
import { SLOW, useCall, useSlow } from '../loading/use-call.ts';
import { useExamsHere } from '../saved-exam/use-exams-here.ts';
import { ExamRows } from './exam-rows.tsx';
import styles from './provider-list.module.css';
import { ProviderListFrame, ProviderPlaceholders } from './provider-list-frame.tsx';
import { sample } from './sample.ts';
import { SampleQuestion } from './sample-question.tsx';

const Today = later(() => import('./today.tsx'), 'Today');
const OwnExams = later(() => import('./own-exams.tsx'), 'OwnExams');
const SavedExams = later(() => import('../exam-links/saved-exams.tsx'), 'SavedExams');
const OnThisDevice = later<'OnThisDevice', object>(
  () => import('./on-this-device.tsx'),
  'OnThisDevice',
);
const HomeFooter = later(() => import('./home-footer.tsx'), 'HomeFooter');

const readReturning = () => Boolean(readText(RETURNING_KEY));

/** The providers, if the inline script has painted them. */
const findPainted = (apiUrl: string) => {
  const { painted } = globalThis;
  return painted?.address === providersAddress(apiUrl) ? parseProviders(painted.body) : undefined;
};

/** What the prerendered styles go by: whether the learner is back, and was offline as home opened. */
const useRootState = (isReturning: boolean, isOffline: boolean) =>
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (isReturning) dataset.returning = 'waiting';
    else delete dataset.returning;
    if (isOffline) dataset.offline = '';
    else delete dataset.offline;
  }, [isReturning, isOffline]);

export const ProviderList = () => {
  const { api, config } = useApi();
  const { answer, retry } = useCall(api.fetchProviders, () => findPainted(config.apiUrl));
  const hasOwn = [...useKnownExams().values()].some(({ key }) => isOwn(key));
  const here = useExamsHere();
  const isListed = useIsListed();
  const isOnline = useOnline();
  const [wasOffline] = useState(!isOnline);
  const [isReturning, setReturning] = useState(readReturning);
  const [visit, setVisit] = useState(0);
  const look = useCallback(() => {
    setReturning(readReturning());
    setVisit((count) => count + 1);
  }, []);
  const [canStartSample, setStartSample] = useState(false);
  const findSample = useCallback(
    (exams: ExamSummary[]) => setStartSample(exams.some(({ name }) => name === sample.examId)),
    [],
  );
  const list = useRef<HTMLElement>(null);
  const goToList = () => {
    list.current?.scrollIntoView();
    list.current?.focus({ preventScroll: true });
  };
  useRootState(isReturning, wasOffline);
  const isSlow = useSlow(SLOW, !isOnline);
  const providers = answer?.ok ? answer.value : [];
  const isHere = ({ id }: Provider) => here.some(({ key }) => key.providerId === id);
  const isOff = (provider: Provider) => isListed && !isOnline && !isHere(provider);
  const sorted = providers.toSorted((a, b) => Number(isOff(a)) - Number(isOff(b)));
  const renderExams = (provider: Provider) => (
    <ExamRows
      provider={provider}
      {...(provider.id === sample.providerId && { onListed: findSample })}
    />
  );

  return (
    <ProviderListFrame
      sample={!isReturning && <SampleQuestion canStart={canStartSample} />}
      card={isReturning && <Today key={visit} onNothing={look} onNext={goToList} />}
      amount={amountText(providers)}
      network={wasOffline ? (isOnline ? 'back' : 'offline') : undefined}
      list={list}
    >
      {!answer && <ProviderPlaceholders />}
      {providers.length > 0 && (
        <ProviderCards
          providers={sorted}
          isOff={isOff}
          renderExams={isReturning ? undefined : renderExams}
        />
      )}
      {answer && providers.length === 0 && (
        <p className={`dim ${styles.apology}`} role="alert">
          Unfortunately, due to an error on our side, no providers are available, please try again
          later
        </p>
      )}
      <AnswerNote subject="list" {...{ answer, retry }} />
      {/* All at once, so that nothing moves under a finger. */}
      {isListed && (answer || isSlow) && (
        <Together>
          {hasOwn && <OwnExams isReturning={isReturning} />}
          {isReturning && providers.length === 0 && <SavedExams title="On this device" isNew />}
          {!isReturning && here.length > 0 && <OnThisDevice />}
          <HomeFooter isReturning={isReturning} onData={look} />
        </Together>
      )}
    </ProviderListFrame>
  );
};
