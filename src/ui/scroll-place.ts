/** Where each address was scrolled to, in CSS pixels. */
const places = new Map<string, number>();

/** Where a screen that Back or Forward leads to was left; undefined once it is shown. */
let left: number | undefined;

const listen = globalThis.addEventListener;
listen?.('scroll', () => places.set(location.href, scrollY));
listen?.('popstate', () => {
  left = places.get(location.href);
});

const goTo = (top: number) => scrollTo({ top, behavior: 'instant' });

/** Scrolls a new screen to its top, or to where it was left, once it has come that far. */
export const placeScreen = () => {
  const top = left ?? 0;
  left = undefined;
  goTo(top);
  if (top === 0) return;
  const growing = new ResizeObserver(() => {
    goTo(top);
    if (scrollY >= top) growing.disconnect();
  });
  growing.observe(document.body);
  // From here on the learner decides.
  for (const own of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(own, () => growing.disconnect(), { once: true });
};
