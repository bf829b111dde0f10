// Before the first paint: a light choice must never flash dark.
try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.theme = 'light';
    document.querySelector('[name=theme-color]').content = '#f7f5f1';
  }
} catch {}
