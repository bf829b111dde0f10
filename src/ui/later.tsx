import { type ComponentType, createContext, lazy, use, useState } from 'react';
import { RetryNote } from './retry-note.tsx';

const RetryContext = createContext(() => {});

/** Stands in the place of a part whose code did not come. */
const MissingPart = () => (
  <RetryNote onRetry={use(RetryContext)}>This part of the app could not be loaded.</RetryNote>
);

/** Some browsers keep the failure of an import and name its address, which is then varied. */
const importAgain = async (error: unknown, attempt: number) => {
  const address = /https?:\/\/\S+/.exec(String(error))?.[0];
  if (!address || attempt < 2) throw error;
  return import(/* @vite-ignore */ `${address}?${attempt}`);
};

/**
 * A component whose code is fetched when it is first shown. Code that can't be had costs this place
 * alone, and is asked for again there. `load` imports the module, `name` is its export.
 */
export const later = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => {
  let attempt = 0;
  const begin = () => {
    attempt += 1;
    return lazy<ComponentType<Props>>(async () => {
      try {
        const module = await load().catch((error) => importAgain(error, attempt));
        return { default: module[name] };
      } catch {
        return { default: MissingPart };
      }
    });
  };
  let Part: ComponentType<Props> = begin();

  const Later = (props: Props) => {
    // What is on screen stays, whatever is preloaded meanwhile.
    const [Shown, show] = useState(() => Part);
    const retry = () => {
      Part = begin();
      show(() => Part);
    };
    return (
      <RetryContext value={retry}>
        <Shown {...props} />
      </RetryContext>
    );
  };
  /** Fetches the code ahead; what is shown after that waits for nothing. */
  const preload = async () => {
    const module = await load().catch(() => undefined);
    if (module) Part = module[name];
  };
  return Object.assign(Later, { preload });
};
