// Runs before the first paint, so that a light choice never flashes dark. Dark without a choice.
(() => {
  let theme;
  try {
    theme = localStorage.getItem('theme');
  } catch {}
  const isLight = theme === 'light';
  document.documentElement.dataset.theme = isLight ? 'light' : 'dark';
  document.querySelector('meta[name="theme-color"]').content = isLight ? '#f7f5f1' : '#101319';
})();
