import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { PAIRING_KEY } from '#contract/config.ts';
import { routes } from '#contract/routes.ts';
import { startBackgroundSync } from '#offline/download/background-sync.ts';
import type { ExamStatus } from '#offline/library/exam-status.ts';
import {
  applyUpdate,
  cancelUpdate,
  readUpdateWaiting,
  subscribeToUpdateWaiting,
} from '#offline/page/service-worker.ts';
import { useKnownExams, useOnline } from '#offline/use-offline.ts';
import { receiveFiles } from '#screens/own-exams/received-files.ts';
import { readValues } from '#storage/device-store.ts';
import { readNewerData, subscribeToNewerData } from '#storage/newer-data.ts';
import { useTheme } from '#theme/theme-choice.ts';
import { keepFocus } from '#ui/keep-focus.ts';
import { later } from '#ui/later.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { dismissToast, showToast } from '#ui/toasts.ts';

const AddQuestions = later(() => import('#screens/own-exams/add-questions.tsx'), 'AddQuestions');

const PairOffer = later(() => import('#screens/pairing/pair-offer.tsx'), 'PairOffer');

const useConnectionNotice = () => {
  const isOnline = useOnline();
  const wasOnline = useRef(true);
  useEffect(() => {
    if (isOnline === wasOnline.current) return;
    wasOnline.current = isOnline;
    // Some screens say themselves that they need the network.
    if (!isOnline && document.querySelector('[data-says="offline"]')) return;
    const text = isOnline ? 'Back online' : 'You are offline. Saved exams work as usual.';
    showToast({ id: 'connection', text });
  }, [isOnline]);
};

const wasSaving = (status: ExamStatus | undefined) =>
  status?.kind === 'saving' || (status?.kind === 'partial' && status.reason === 'shell');

/** Whether the screen at a path shows the exam's status itself. */
const showsStatusOf = (path: string, { providerId, examId }: ExamKey) =>
  path === routes.providerList.address() ||
  path === routes.examList.address(providerId) ||
  path === routes.examRunner.address(providerId, examId);

const useSavedNotice = () => {
  const exams = useKnownExams();
  const before = useRef(exams);
  useEffect(() => {
    for (const [name, { key, status }] of exams) {
      const previous = before.current.get(name)?.status;
      if (showsStatusOf(location.pathname, key)) continue;
      if (status.kind === 'available' && wasSaving(previous)) {
        showToast({ id: name, text: `${key.examId} is available offline` });
      }
      const isFull = status.kind === 'partial' && status.reason === 'full';
      if (isFull && previous?.kind === 'saving') {
        showToast({ id: 'storage', text: 'This device has no room left for the rest of the exam' });
      }
    }
    before.current = exams;
  }, [exams]);
};

/** Applies an update at once at home, where nothing can be lost; elsewhere it takes a tap. */
const useUpdateNotice = () => {
  const isWaiting = useSyncExternalStore(subscribeToUpdateWaiting, readUpdateWaiting);
  const [path] = useLocation();
  useEffect(() => {
    if (!isWaiting) return;
    // The learner may have left home for an exam in the meantime.
    cancelUpdate();
    if (path === routes.providerList.address()) return void applyUpdate();
    const notice = { id: 'update', duration: Infinity };
    const act = () => {
      showToast({ ...notice, text: 'Updating…' });
      applyUpdate();
    };
    const action = { label: 'Update now', act };
    showToast({ ...notice, text: 'A new version is ready', action });
    return () => dismissToast('update');
  }, [isWaiting, path]);
};

/** A later version of the app was here, in another tab or before a rollback. */
const useNewerDataNotice = () => {
  const times = useSyncExternalStore(subscribeToNewerData, readNewerData);
  useEffect(() => {
    if (times === 0) return;
    const action = { label: 'Reload', act: () => location.reload() };
    const text = 'Saved by a newer CertDeck. Reload to update.';
    showToast({ id: 'newer', text, action, duration: Infinity });
  }, [times]);
};

/** Keeps in step with the devices that this one is paired with; without any, nothing of it loads. */
const useSync = () => {
  const { apiUrl, syncUrl } = useApi().config;
  useEffect(() => {
    if (!syncUrl) return;
    const controller = new AbortController();
    const start = async () => {
      const [pairing] = await readValues([PAIRING_KEY]);
      if (pairing === undefined) return;
      const { startSync } = await import('#sync/start-sync.ts');
      if (controller.signal.aborted) return;
      controller.signal.addEventListener('abort', startSync(syncUrl, apiUrl));
    };
    start().catch(() => undefined);
    return () => controller.abort();
  }, [apiUrl, syncUrl]);
};

/** Another device's link, whose secret leaves the address at once. */
const PairLink = () => {
  const { syncUrl } = useApi().config;
  const [link, setLink] = useState<string>();
  useEffect(() => {
    const read = () => {
      const { hash, pathname, search } = location;
      if (!syncUrl || !hash.startsWith('#pair=')) return;
      history.replaceState(history.state, '', pathname + search);
      setLink(hash);
    };
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, [syncUrl]);
  return link && <PairOffer key={link} link={link} onClose={() => setLink(undefined)} />;
};

/** Files of questions that the system has opened the app with, in the sheet that adds them. */
const ReceivedFiles = () => {
  const [files, setFiles] = useState<File[]>();
  useEffect(() => {
    void receiveFiles(setFiles);
  }, []);
  return (
    files && (
      <AddQuestions
        key={files.map(({ name }) => name).join()}
        files={files}
        onClose={() => setFiles(undefined)}
      />
    )
  );
};

/** Toasts about what the learner did not do, and the background work behind them. */
export const Notices = () => {
  const { apiUrl } = useApi().config;
  const theme = useTheme();
  useEffect(() => startBackgroundSync(apiUrl), [apiUrl]);
  useEffect(keepFocus, []);
  useConnectionNotice();
  useSavedNotice();
  useUpdateNotice();
  useNewerDataNotice();
  useSync();
  return (
    <>
      <Toaster theme={theme} />
      <ReceivedFiles />
      <PairLink />
    </>
  );
};
