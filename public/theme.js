// Before the first paint: a light choice must never flash dark.
try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.theme = 'light';
    document.querySelector('[name=theme-color]').content = '#f7f5f1';
  }
} catch {}

// The app takes this answer over. WebKit would not use a preload, and would ask twice.
try {
  const config = new URL('config.json', document.currentScript.src);
  window.askedConfig = fetch(config, { signal: AbortSignal.timeout(20000) });
  window.askedConfig.catch(() => {});
} catch {}

// A browser without this can't run the app; a much older one can't even read its script.
if (typeof AbortSignal === 'undefined' || !AbortSignal.any) {
  document.addEventListener('DOMContentLoaded', () => {
    document.getElementById('too-old').hidden = false;
  });
}
