import '#storage/blocked-storage.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App, preloadScreen } from '#app/app.tsx';
import { holdInstallPrompt } from '#screens/device/install-prompt.ts';
import { followOtherTabs } from '#theme/theme-choice.ts';
import { guardPresses } from '#ui/press-guard.ts';
import { guardTexts } from '#ui/translated-texts.ts';
import { beginConfig } from './app/config-source.ts';
import { registerWorker } from './app/later-notices.tsx';
import '#theme/tokens.css';
import '#theme/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

/** How long the prerendered placeholders may stay before the app renders, in milliseconds. */
const PLACEHOLDERS_FOR = 500;

/** Renders the app in place of the page's placeholders, which look the same. */
const begin = async (place: HTMLElement) => {
  const config = beginConfig(PLACEHOLDERS_FOR);
  await preloadScreen(config).catch(() => undefined);
  await globalThis.painted?.pressed;
  const app = <App config={await config} />;
  const { scrollY } = window;
  // Synchronously, so that no press is lost in between.
  flushSync(() => createRoot(place).render(app));
  // Safari scrolls to the top while the page is empty.
  if (window.scrollY !== scrollY) scrollTo({ top: scrollY, behavior: 'instant' });
};

// Without this, index.html says that the browser is too old.
if (typeof AbortSignal.any === 'function') {
  guardTexts();
  followOtherTabs();
  begin(root);
  guardPresses();
  holdInstallPrompt();
  if (import.meta.env.PROD) registerWorker();
}
