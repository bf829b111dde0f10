import { type ComponentType, createContext, lazy, use, useReducer } from 'react';
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
  let Part = begin();

  return (props: Props) => {
    const [, refresh] = useReducer((count: number) => count + 1, 0);
    const retry = () => {
      Part = begin();
      refresh();
    };
    return (
      <RetryContext value={retry}>
        <Part {...props} />
      </RetryContext>
    );
  };
};
