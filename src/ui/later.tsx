import {
  Children,
  type ComponentType,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useState,
} from 'react';
import { RetryNote } from './retry-note.tsx';

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
  await new Promise((onload, onerror) => {
    const asked = { rel: 'stylesheet', crossOrigin: '', href, onload, onerror };
    document.head.append(Object.assign(link, asked));
  });
  missingStyles.delete(href);
};

const loadMissingStyles = () => Promise.all([...missingStyles].map(loadStyle));

/**
 * A component whose code is loaded when it is first shown; until then the stand-in has its place, or a
 * sign at the top of the window. If loading fails, only this part is missing, with a button to try
 * again. `load` imports the module, `name` is its export. No `Suspense`, because React keeps a fallback
 * on screen for at least 300 ms.
 */
export const later = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  standIn: ReactNode = <p role="status" aria-label="Loading" className="fill coming" />,
) => {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;

  /** Loads the code ahead of time. Resolves even if that fails. */
  const preload = () => {
    loading ??= loadMissingStyles()
      .then(load)
      .then(
        (module) => {
          Part = module[name];
        },
        () => {
          loading = undefined;
        },
      );
    return loading;
  };

  const Later = (props: Props) => {
    /** Undefined while its code loads. */
    const [isMissing, setMissing] = useState<boolean>();
    useLayoutEffect(() => {
      if (isMissing === undefined) void preload().then(() => setMissing(!Part));
    }, [isMissing]);
    if (Part) return <Part {...props} />;
    if (!isMissing) return standIn;
    return (
      // What can be closed, or was opened, was asked for by a tap, maybe far from its place.
      <RetryNote
        autoFocus={'onClose' in props || 'opened' in props}
        onRetry={() => setMissing(undefined)}
      >
        This part of the app could not be loaded.
      </RetryNote>
    );
  };
  return Object.assign(Later, { preload, isLoaded: () => Boolean(Part) });
};

type LaterElement = ReactElement<object, ReturnType<typeof later>>;

/** Shows parts at once: when the code of all that are wanted at first is there, or has failed. */
export const Together = ({ children }: { children: (ReactElement | false)[] }) => {
  const parts = (Children.toArray(children) as LaterElement[]).map(({ type }) => type);
  const [isReady, setReady] = useState(parts.every(({ isLoaded }) => isLoaded()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted later comes alone
  useLayoutEffect(() => {
    void Promise.all(parts.map(({ preload }) => preload())).then(() => setReady(true));
  }, []);
  return isReady && children;
};
