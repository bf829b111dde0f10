import { type ComponentType, createContext, lazy, Suspense, use, useState } from 'react';
import { RetryNote } from './retry-note.tsx';

const RetryContext = createContext(() => {});

/** Takes the place of a part whose code failed to load. */
const MissingPart = () => (
  <RetryNote onRetry={use(RetryContext)}>This part of the app could not be loaded.</RetryNote>
);

/**
 * The stylesheets of any part that failed to load. Vite loads them with the code, but asks for each
 * only once. Whatever loads next waits for all of them: parts share some.
 */
const missingStyles = new Set<string>();

const noteMissing = ({ target }: Event) => {
  const link = target as HTMLLinkElement;
  if (link.rel !== 'stylesheet') return;
  missingStyles.add(link.href);
  link.remove();
};
globalThis.document?.addEventListener('error', noteMissing, true);

const loadStyle = async (href: string) => {
  const link = document.createElement('link');
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
    document.head.append(Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href }));
  });
  missingStyles.delete(href);
};

const loadMissingStyles = () => Promise.all([...missingStyles].map(loadStyle));

/** For parts that appear together, or have something else in their place until then. */
export const JOINT = true;

/**
 * A component whose code is loaded when it is first shown; its place is empty until then, unless it
 * is joint: its owner puts a `Suspense` around it. If loading fails, only this part is missing, with a
 * button to try again. `load` imports the module, `name` is its export.
 */
export const later = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  isJoint = false,
) => {
  const loadWhole = () => loadMissingStyles().then(load);
  const begin = () =>
    lazy<ComponentType<Props>>(() =>
      loadWhole().then(
        (module) => ({ default: module[name] }),
        () => ({ default: MissingPart }),
      ),
    );
  let Part: ComponentType<Props> = begin();

  const Later = (props: Props) => {
    // Preloading does not change what is already on screen.
    const [Shown, show] = useState(() => Part);
    const retry = () => {
      Part = begin();
      show(() => Part);
    };
    const part = (
      <RetryContext value={retry}>
        <Shown {...props} />
      </RetryContext>
    );
    return isJoint ? part : <Suspense>{part}</Suspense>;
  };
  /** Loads the code ahead of time. */
  const preload = async () => {
    const module = await loadWhole().catch(() => undefined);
    if (module) Part = module[name];
  };
  return Object.assign(Later, { preload });
};
