import { type InstallPrompt, readInstallPrompt, setInstallPrompt } from './install-prompt.ts';

const REFUSED = 'install-refused';

/** How this device can install the app: by a prompt, by two taps that are shown, or not at all. */
export type Installation = { kind: 'prompt'; prompt: InstallPrompt } | { kind: 'steps' };

const wasRefused = () => {
  try {
    return localStorage.getItem(REFUSED) !== null;
  } catch {
    return true;
  }
};

const isIos = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1);

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

export const findInstallation = (): Installation | undefined => {
  if (isInstalled() || wasRefused()) return undefined;
  const prompt = readInstallPrompt();
  if (prompt) return { kind: 'prompt', prompt };
  return isIos() ? { kind: 'steps' } : undefined;
};

/** A no is remembered for good; where storage can't be read, no offer is made at all. */
export const refuseInstallation = () => {
  try {
    localStorage.setItem(REFUSED, 'yes');
  } catch {
    // Then it lasts for the visit.
  }
  setInstallPrompt(undefined);
};

/** The browser asks for itself; what it is told is its own affair, and it is not asked twice. */
export const install = async (prompt: InstallPrompt) => {
  setInstallPrompt(undefined);
  await prompt.prompt();
};
