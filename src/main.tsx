import '#offline/app/blocked-storage.ts';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { preloadScreen } from '#app/app-routes.tsx';
import { holdInstallPrompt } from '#offline/app/installation.ts';
import { registerWorker } from '#offline/app/service-worker.ts';
import '#theme/tokens.css';
import '#theme/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

// Without it index.html says that the browser is too old.
if (typeof AbortSignal.any === 'function') {
  // The page shows the screen's placeholders until then.
  preloadScreen().then(() => createRoot(root).render(<App />));
  holdInstallPrompt();
  if (import.meta.env.PROD) registerWorker();
}
