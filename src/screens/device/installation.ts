import { readText, writeText } from '#storage/local-storage.ts';
import { type InstallPrompt, installPrompt } from './install-prompt.ts';

const DECLINED = 'install-refused';

/** Without storage nothing is offered, because a refusal could not be remembered. */
const wasDeclined = () => readText(DECLINED) !== null;

const isIos = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1);

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

/** iOS deletes what a site has stored after seven days without a visit, unless it is installed. */
export const isDeletedSoon = () => isIos() && !isInstalled();

/** How this device can install the app: by a prompt, or by steps that the app explains. */
export const findInstallation = (): InstallPrompt | 'steps' | undefined => {
  if (isInstalled() || wasDeclined()) return undefined;
  return installPrompt.read() ?? (isIos() ? 'steps' : undefined);
};

/** Remembers for good that the learner declined. */
export const declineInstallation = () => {
  writeText(DECLINED, 'yes');
  installPrompt.set(undefined);
};

/** Shows the browser's own prompt, once. */
export const install = async (prompt: InstallPrompt) => {
  installPrompt.set(undefined);
  await prompt.prompt();
};
