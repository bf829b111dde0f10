import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { routes } from '#contract/routes.ts';
import {
  applyUpdate,
  cancelUpdate,
  readUpdateWaiting,
  subscribeToUpdateWaiting,
} from '#offline/app/service-worker.ts';
import { startBackgroundSync } from '#offline/background-sync.ts';
import type { ExamStatus } from '#offline/exam-status.ts';
import { useOnline, useSavedExams } from '#offline/use-offline.ts';
import { useTheme } from '#theme/theme-choice.ts';
import { Toaster } from '#ui/toaster.tsx';
import { dismissToast, showToast } from '#ui/toasts.ts';

const useConnectionNotice = () => {
  const isOnline = useOnline();
  const wasOnline = useRef(true);
  useEffect(() => {
    if (isOnline === wasOnline.current) return;
    wasOnline.current = isOnline;
    // The screen says so itself where the network is what it lacks.
    if (!isOnline && document.querySelector('[data-says="offline"]')) return;
    const text = isOnline ? 'Back online' : 'You are offline. Saved exams work as usual.';
    showToast({ id: 'connection', text });
  }, [isOnline]);
};

const wasSaving = (status: ExamStatus | undefined) =>
  status?.kind === 'saving' || (status?.kind === 'partial' && status.reason === 'shell');

/** Whether the screen at a path tells of an exam itself, in the line of its card or its run. */
const tellsOf = (path: string, { providerId, examId }: ExamKey) =>
  path === routes.providerList.address() ||
  path === routes.examList.address(providerId) ||
  path === routes.examRunner.address(providerId, examId);

const useSavedNotice = () => {
  const exams = useSavedExams();
  const before = useRef(exams);
  useEffect(() => {
    for (const [name, { key, status }] of exams) {
      const previous = before.current.get(name)?.status;
      if (tellsOf(location.pathname, key)) continue;
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

/**
 * Milliseconds until a screen has asked for what it needs. Chromium may take minutes over a take-over
 * that meets the old worker at work.
 */
const SETTLED = 1000;

/** An update comes by itself at home, where nothing is lost; elsewhere it waits for a tap. */
const useUpdateNotice = () => {
  const isWaiting = useSyncExternalStore(subscribeToUpdateWaiting, readUpdateWaiting);
  const [path] = useLocation();
  useEffect(() => {
    if (!isWaiting) return;
    // Who has left home before the update came may be in an exam.
    cancelUpdate();
    if (path === routes.providerList.address()) {
      const timer = setTimeout(applyUpdate, SETTLED);
      return () => clearTimeout(timer);
    }
    const action = { label: 'Update now', act: applyUpdate };
    showToast({ id: 'update', text: 'A new version is ready', action, isLasting: true });
    return () => dismissToast('update');
  }, [isWaiting, path]);
};

/** Toasts that no tap asked for, and the background work behind them. */
export const Notices = () => {
  const { apiUrl } = useApi().config;
  const theme = useTheme();
  useEffect(() => startBackgroundSync(apiUrl), [apiUrl]);
  useConnectionNotice();
  useSavedNotice();
  useUpdateNotice();
  return <Toaster theme={theme} />;
};
