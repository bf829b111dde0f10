/** Parts of a run, which moves the focus itself. */
const OF_RUN = 'article, [data-subject]';

const pathFrom = (element: HTMLElement | null): HTMLElement[] =>
  element ? [element, ...pathFrom(element.parentElement)] : [];

/**
 * When what has the focus is removed, such as Save once it was pressed, the browser takes the focus to
 * the start of the page. This keeps it at the nearest part that stays, so that Tab goes on from there.
 * Screens and dialogs that close are left to themselves. Returns a function that stops it.
 */
export const keepFocus = () => {
  let path = pathFrom(document.activeElement as HTMLElement | null);
  const note = ({ target }: FocusEvent) => {
    path = pathFrom(target as HTMLElement);
  };
  const look = () => {
    if (path[0]?.isConnected !== false || document.activeElement !== document.body) return;
    const frame = path.find((element) => element.matches('dialog, main'));
    const place = path.find(({ isConnected }) => isConnected);
    const isOfRun = path.some((element) => element.matches(OF_RUN));
    path = [];
    if (isOfRun || !place || !frame?.isConnected) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', note);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', note);
  };
};
